/// RFC 3339 times as nanoseconds since 1970, with any number of fraction digits.
package enum RFC3339 {
  /// A leap second is taken for the second before it. nil when the text is no RFC 3339 time, has no zone, or lies outside what 64 bits of nanoseconds hold.
  package static func parse(_ text: String) -> Int64? {
    var scanner = DigitScanner(text.utf8)
    guard let year = scanner.digits(4), scanner.skip(45), let month = scanner.digits(2), scanner.skip(45),
      let day = scanner.digits(2), scanner.skip(84) || scanner.skip(116) || scanner.skip(32),
      let hour = scanner.digits(2), scanner.skip(58), let minute = scanner.digits(2), scanner.skip(58),
      let second = scanner.digits(2), let fraction = scanner.fraction(), let offset = scanner.zone(), scanner.isAtEnd,
      (1...12).contains(month), day >= 1, day <= CivilDate.days(inMonth: month, year: year), hour <= 23, minute <= 59,
      second <= 60
    else { return nil }
    let days = CivilDate.daysSince1970(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + min(second, 59) - offset
    let (scaled, tooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow) = scaled.addingReportingOverflow(fraction)
    return tooFar || overflow ? nil : sum
  }

  /// UTC with `Z`; the fraction is cut, not rounded.
  package static func format(_ nanoseconds: Int64, fractionDigits: Int = 3) -> String {
    let (seconds, rest) = floorDivide(nanoseconds, 1_000_000_000)
    let (days, inDay) = floorDivide(seconds, 86_400)
    let date = CivilDate.date(daysSince1970: days)
    var text: [UInt8] = []
    text.reserveCapacity(32)
    append(date.year, 4, behind: nil, to: &text)
    append(date.month, 2, behind: 45, to: &text)
    append(date.day, 2, behind: 45, to: &text)
    append(inDay / 3_600, 2, behind: 84, to: &text)
    append(inDay / 60 % 60, 2, behind: 58, to: &text)
    append(inDay % 60, 2, behind: 58, to: &text)
    if fractionDigits > 0 {
      append(rest, 9, behind: 46, to: &text)
      text.removeLast(max(0, 9 - fractionDigits))
    }
    text.append(90)
    return String(decoding: text, as: UTF8.self)
  }

  /// A quotient rounded down, with a remainder that is never negative.
  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// `width` digits of a number that has no more, behind a separator. Every answer and every line of the log has times.
  private static func append(_ value: Int64, _ width: Int, behind separator: UInt8?, to text: inout [UInt8]) {
    if let separator { text.append(separator) }
    let start = text.count
    for _ in 0..<width { text.append(48) }
    var (index, rest) = (start + width - 1, value)
    while rest > 0, index >= start {
      text[index] = 48 + UInt8(rest % 10)
      rest /= 10
      index -= 1
    }
  }
}
