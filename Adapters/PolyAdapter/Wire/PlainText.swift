/// What texts may be made of that go into header fields and addresses.
enum PlainText {
  /// Without white space and control characters at both ends.
  static func trimmed(_ text: String) -> String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace || scalar.value < 32 }
    let kept = text.unicodeScalars.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return String(String.UnicodeScalarView(kept))
  }

  /// Nothing but visible ASCII.
  static func isVisible(_ text: String) -> Bool { text.utf8.allSatisfy { $0 > 32 && $0 < 127 } }
}
