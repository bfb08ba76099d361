/// A JSON document as compact UTF-8 text that the core carries and never looks into: a caller's `custom`, a vendor's payload.
public struct JSONText: Sendable, Hashable {
  public let text: String

  /// `text` must be one valid compact JSON document; whoever makes it has parsed it.
  public init(_ text: String) { self.text = text }

  public static var emptyObject: Self { Self("{}") }
}
