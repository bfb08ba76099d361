import Clocks
import MeetingCore

/// Times as the API writes and reads them.
enum Time {
  /// The years that can be given: well inside what 64 bits of nanoseconds hold, so that the API document can say it.
  private static let years = 1_700...2_259
  static let pattern = "^(1[789][0-9]{2}|2[01][0-9]{2}|22[0-5][0-9])-"

  static func parse(_ text: String) -> Timestamp? {
    guard let year = Int(text.prefix(4)), years.contains(year) else { return nil }
    return RFC3339.parse(text).map(Timestamp.init(nanoseconds:))
  }

  /// Why `parse` does not take a text.
  static func issue(with text: String) -> (code: String, message: String) {
    isOtherwiseRight(text)
      ? ("out_of_range", "must be in the years \(years.lowerBound) to \(years.upperBound)")
      : ("invalid", "must be an RFC 3339 time with its zone, e.g. 2026-01-31T12:00:00Z")
  }

  /// Whether it would be a time in another year.
  private static func isOtherwiseRight(_ text: String) -> Bool {
    let digits = text.prefix(4)
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let year = Int(digits), !years.contains(year) else {
      return false
    }
    return RFC3339.parse("2000" + text.dropFirst(4)) != nil
  }

  static func format(_ time: Timestamp) -> String { RFC3339.format(time.nanoseconds) }
}
