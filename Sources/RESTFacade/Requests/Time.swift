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

  static func format(_ time: Timestamp) -> String { RFC3339.format(time.nanoseconds) }
}
