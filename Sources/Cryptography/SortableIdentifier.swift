/// 26 characters (Crockford base32, lower case): 48 bits of milliseconds, then 80 random bits. Sorts by time.
package enum SortableIdentifier {
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  package static func make(wallNanoseconds: Int64, random: any RandomSource) -> String {
    let milliseconds = UInt64(max(0, wallNanoseconds / 1_000_000))
    var text: [UInt8] = []
    for shift in stride(from: 45, through: 0, by: -5) { text.append(alphabet[Int(milliseconds >> UInt64(shift) & 31)]) }
    var buffer: UInt32 = 0
    var bits = 0
    for byte in random.bytes(10) {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(buffer >> UInt32(bits) & 31)])
      }
      buffer &= (1 << UInt32(bits)) - 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
