/// The character classes of HTTP's grammar, byte by byte.
enum CharacterClass {
  /// RFC 9110 `tchar`.
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 94...122, 33, 35...39, 42, 43, 45, 46, 124, 126: true
    default: false
    }
  }

  static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isToken) }

  static func isControl(_ byte: UInt8) -> Bool { (byte < 32 && byte != 9) || byte == 127 }

  static func isFieldValue(_ text: String) -> Bool { !text.utf8.contains(where: isControl) }

  /// What may stand in a target: visible ASCII.
  static func isVisible(_ byte: UInt8) -> Bool { byte > 32 && byte < 127 }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}
