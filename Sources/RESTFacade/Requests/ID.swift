/// Ids that we hand out.
enum ID {
  /// Whether a text can be one of ours: the prefix, then letters, digits and underscores.
  static func isOurs(_ text: String, prefix: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count > prefix.utf8.count, bytes.count <= 64, bytes.starts(with: prefix.utf8) else { return false }
    return bytes.dropFirst(prefix.utf8.count).allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
