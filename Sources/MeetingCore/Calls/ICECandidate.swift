/// An address at which one side of a call may be reached (RFC 8839), as it is trickled. It prints without its addresses.
public struct ICECandidate: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  /// The attribute's text from `candidate:` on.
  public let candidate: String
  /// Which part of the session it belongs to, by its `mid`; nil where that is not told.
  public let mid: String?
  /// The same by the place of its media line, from 0.
  public let mediaLine: Int?
  /// The ICE generation it belongs to; nil = the current one.
  public let usernameFragment: String?

  public init(_ candidate: String, mid: String? = nil, mediaLine: Int? = nil, usernameFragment: String? = nil) {
    self.candidate = candidate
    self.mid = mid
    self.mediaLine = mediaLine
    self.usernameFragment = usernameFragment
  }

  public var description: String { "<candidate of \(mid ?? mediaLine.map(String.init) ?? "-")>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
