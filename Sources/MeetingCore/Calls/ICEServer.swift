/// A server that helps two sides of a call to find each other, or carries their media (RFC 8489, RFC 8656). Its password is
/// for the caller alone: it prints without it.
public struct ICEServer: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `stun:`, `stuns:`, `turn:` and `turns:` addresses (RFC 7064, RFC 7065).
  public let urls: [String]
  /// Both or neither.
  public let username: String?
  public let credential: String?

  public init(urls: [String], username: String? = nil, credential: String? = nil) {
    self.urls = urls
    let isWhole = username != nil && credential != nil
    self.username = isWhole ? username : nil
    self.credential = isWhole ? credential : nil
  }

  public var description: String { "<ice server, \(urls.count) addresses>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
