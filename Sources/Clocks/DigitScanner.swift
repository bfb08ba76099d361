/// Reads fixed-width numbers and separators from text.
struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String.UTF8View) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func digits(_ count: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// `.` and at least one digit as nanoseconds, cut after the ninth; 0 when there is no fraction, nil when it is empty.
  mutating func fraction() -> Int64? {
    guard skip(46) else { return 0 }
    var value: Int64 = 0
    var count = 0
    while let digit = digit() {
      if count < 9 { value = value * 10 + digit }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in min(count, 9)..<9 { value *= 10 }
    return value
  }

  /// `Z` or an offset, as seconds east of UTC.
  mutating func zone() -> Int64? {
    if skip(90) || skip(122) { return 0 }
    let sign: Int64
    if skip(43) { sign = 1 } else if skip(45) { sign = -1 } else { return nil }
    guard let hours = digits(2), skip(58), let minutes = digits(2), hours <= 23, minutes <= 59 else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }

  private mutating func digit() -> Int64? {
    guard let byte = rest.first, (48...57).contains(byte) else { return nil }
    rest.removeFirst()
    return Int64(byte - 48)
  }
}
