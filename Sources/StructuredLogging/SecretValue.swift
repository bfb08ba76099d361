/// The value behind a separator: in quotes, in brackets, or bare.
struct SecretValue {
  private(set) var start: Int
  private(set) var end: Int

  init(_ bytes: [UInt8], from separator: Int, takesLine: Bool) {
    start = separator
    while start < bytes.count, [9, 32, 92].contains(bytes[start]) { start += 1 }
    end = start
    guard start < bytes.count else { return }
    switch bytes[start] {
    case 34, 39:
      start += 1
      end = Self.endOfQuoted(bytes, start, quote: bytes[start - 1])
    case 91, 123: end = Self.endOfBracketed(bytes, start)
    case _ where takesLine: end = Self.endOfLine(bytes, start)
    default: end = bytes[start...].firstIndex(where: Scrubber.endsValue) ?? bytes.count
    }
  }

  /// Before the quote; where the quotes themselves are escaped, before its backslash.
  private static func endOfQuoted(_ bytes: [UInt8], _ start: Int, quote: UInt8) -> Int {
    let isEscaped = start >= 2 && bytes[start - 2] == 92
    var index = start
    while index < bytes.count, bytes[index] != quote {
      if bytes[index] == 92 {
        if isEscaped, index + 1 < bytes.count, bytes[index + 1] == quote { return index }
        index += 1
      }
      index += 1
    }
    return min(index, bytes.count)
  }

  private static func endOfBracketed(_ bytes: [UInt8], _ start: Int) -> Int {
    var depth = 0
    for index in start..<bytes.count {
      switch bytes[index] {
      case 91, 123: depth += 1
      case 93, 125: depth -= 1
      default: break
      }
      if depth == 0 { return index + 1 }
    }
    return bytes.count
  }

  private static func endOfLine(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
  }
}
