/// RFC 4648 base64url without padding.
package enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4 / 3 + 3)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(buffer >> UInt32(bits) & 63)])
      }
      buffer &= (1 << UInt32(bits)) - 1
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// nil for padding, any other character, an impossible length or leftover bits.
  package static func decode(_ text: String) -> [UInt8]? {
    guard text.utf8.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits = 0
    for character in text.utf8 {
      guard let digit = value(character) else { return nil }
      buffer = buffer << 6 | UInt32(digit)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
        buffer &= (1 << UInt32(bits)) - 1
      }
    }
    return buffer == 0 ? bytes : nil
  }

  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case 65...90: character - 65
    case 97...122: character - 71
    case 48...57: character + 4
    case 45: 62
    case 95: 63
    default: nil
    }
  }
}
