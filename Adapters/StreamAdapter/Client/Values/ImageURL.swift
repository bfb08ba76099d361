/// The address of an image. Nothing is fetched here; whoever shows it does.
public struct ImageURL: Sendable, Hashable, CustomStringConvertible {
  public let absoluteString: String

  /// nil for an empty text, and for one with blanks or control characters.
  public init?(string: String) {
    guard !string.isEmpty, string.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7f }) else {
      return nil
    }
    absoluteString = string
  }

  public var description: String { absoluteString }
}
