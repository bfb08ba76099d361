/// External ids as user ids of the service, and back. The service takes letters, digits, `@`, `_` and `-`; everything else,
/// and the escape itself, is written as `_` and two hexadecimal digits.
enum UserID {
  static func encode(_ externalID: String) -> String {
    var text: [UInt8] = []
    for byte in externalID.utf8 {
      if isPlain(byte) { text.append(byte) } else { text += [95, hex(byte >> 4), hex(byte & 15)] }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// nil for whatever `encode` does not write, e.g. a user that somebody else made.
  static func decode(_ id: String) -> String? {
    var bytes: [UInt8] = []
    var iterator = id.utf8.makeIterator()
    while let byte = iterator.next() {
      if isPlain(byte) {
        bytes.append(byte)
      } else if byte == 95, let high = iterator.next().flatMap(value), let low = iterator.next().flatMap(value) {
        bytes.append(high << 4 | low)
      } else {
        return nil
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self), !text.isEmpty, encode(text) == id else { return nil }
    return text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 64...90, 97...122, 45: true
    default: false
    }
  }

  private static func hex(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 97...102: digit - 87
    default: nil
    }
  }
}
