/// A session description (RFC 8866) as text. It holds passwords of the media's connectivity checks, so that it prints as
/// what it is and never as what it says.
public struct SessionText: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  public let text: String

  public init(_ text: String) { self.text = text }

  public var description: String { "<session description>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
