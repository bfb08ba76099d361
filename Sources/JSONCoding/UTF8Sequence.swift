/// The well-formed byte sequences of UTF-8.
enum UTF8Sequence {
  /// The length of the sequence that starts at `index`; nil when it is cut, overlong, a surrogate or beyond U+10FFFF.
  static func length(in bytes: [UInt8], at index: Int) -> Int? {
    switch bytes[index] {
    case 0..<0x80: 1
    case 0xC2...0xDF: whole(bytes, index, 2, 0x80...0xBF)
    case 0xE0: whole(bytes, index, 3, 0xA0...0xBF)
    case 0xED: whole(bytes, index, 3, 0x80...0x9F)
    case 0xE1...0xEF: whole(bytes, index, 3, 0x80...0xBF)
    case 0xF0: whole(bytes, index, 4, 0x90...0xBF)
    case 0xF1...0xF3: whole(bytes, index, 4, 0x80...0xBF)
    case 0xF4: whole(bytes, index, 4, 0x80...0x8F)
    default: nil
    }
  }

  /// The second byte has a range of its own, those behind it are any continuation.
  private static func whole(_ bytes: [UInt8], _ index: Int, _ length: Int, _ second: ClosedRange<UInt8>) -> Int? {
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    return bytes[(index + 2)..<(index + length)].allSatisfy { (0x80...0xBF).contains($0) } ? length : nil
  }
}
