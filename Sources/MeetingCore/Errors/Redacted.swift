/// A vendor's text from which secrets, internal hosts and traces were taken, cut to a stated length.
public struct Redacted: Sendable, Hashable, CustomStringConvertible {
  public let text: String
  /// `scrubbed` has already been redacted by the caller.
  public init(scrubbed: String) { text = scrubbed }
  public var description: String { text }
}
