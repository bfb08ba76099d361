/// Bytes as lower-case hexadecimal.
package enum Hex {
  package static func encode(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// nil for an odd length or any other character; either case is read.
  package static func decode(_ text: String) -> [UInt8]? {
    guard text.utf8.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
      guard let digit = value(character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 65...70: digit - 55
    case 97...102: digit - 87
    default: nil
    }
  }
}
