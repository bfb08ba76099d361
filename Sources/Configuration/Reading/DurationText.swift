/// `250ms`, `5s`, `2m`, `1h`, `30d`.
enum DurationText {
  static func parse(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits), number <= 1_000_000 else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": return .milliseconds(number)
    case "s": return .seconds(number)
    case "m": return .seconds(number * 60)
    case "h": return .seconds(number * 3_600)
    case "d": return .seconds(number * 86_400)
    default: return nil
    }
  }
}
