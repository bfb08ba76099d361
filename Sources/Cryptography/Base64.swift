/// RFC 4648 base64 with padding.
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> String {
    let text = Base64URL.encode(bytes).utf8.map { byte in byte == 45 ? 43 : byte == 95 ? 47 : byte }
    let padding = [UInt8](repeating: 61, count: (4 - text.count % 4) % 4)
    return String(decoding: text + padding, as: UTF8.self)
  }

  /// nil for missing or wrong padding, any other character, or leftover bits.
  package static func decode(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    let padding = bytes.reversed().prefix { $0 == 61 }.count
    guard bytes.count % 4 == 0, padding <= 2, !bytes.contains(45), !bytes.contains(95) else { return nil }
    let plain = bytes.dropLast(padding).map { byte in byte == 43 ? 45 : byte == 47 ? 95 : byte }
    return Base64URL.decode(String(decoding: plain, as: UTF8.self))
  }
}
