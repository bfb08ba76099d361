/// One pass over a vendor's text that rewrites exactly the tokens a strict parser refuses: a NUL escape, a lone surrogate or
/// a broken byte sequence becomes U+FFFD, a number beyond range becomes a string of its digits.
struct VendorRepair {
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  private let input: [UInt8]
  private var index = 0
  private(set) var output: [UInt8] = []
  private(set) var count = 0

  init(_ input: [UInt8]) {
    self.input = input
    output.reserveCapacity(input.count + 16)
  }

  mutating func run() {
    while index < input.count {
      switch input[index] {
      case 34: string()
      case 45, 48...57: number()
      default: copy(1)
      }
    }
  }

  private mutating func copy(_ length: Int) {
    output += input[index..<min(index + length, input.count)]
    index += length
  }

  private mutating func replace(_ length: Int) {
    output += Self.replacement
    index += length
    count += 1
  }

  private mutating func string() {
    copy(1)
    while index < input.count {
      switch input[index] {
      case 34: return copy(1)
      case 92: escape()
      case 0..<0x80: copy(1)
      default: sequence()
      }
    }
  }

  private mutating func escape() {
    guard index + 1 < input.count, input[index + 1] == 117, let unit = unit(at: index) else { return copy(2) }
    switch unit {
    case 0: replace(6)
    case 0xD800..<0xDC00:
      if let low = self.unit(at: index + 6), (0xDC00..<0xE000).contains(low) { copy(12) } else { replace(6) }
    case 0xDC00..<0xE000: replace(6)
    default: copy(6)
    }
  }

  /// The code unit of a `\uXXXX` that starts at `start`.
  private func unit(at start: Int) -> UInt16? {
    guard start + 5 < input.count, input[start] == 92, input[start + 1] == 117 else { return nil }
    let digits = input[(start + 2)..<(start + 6)]
    // A sign is no digit, though the standard library reads one.
    guard digits.first != 43, digits.first != 45 else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// A sequence of several bytes: copied when it is UTF-8, else its first byte is replaced.
  private mutating func sequence() {
    if let length = UTF8Sequence.length(in: input, at: index) { copy(length) } else { replace(1) }
  }

  private mutating func number() {
    let token = NumberToken(input, from: index)
    guard token.isBeyondRange else { return copy(token.text.count) }
    output.append(34)
    output += token.text
    output.append(34)
    index += token.text.count
    count += 1
  }
}
