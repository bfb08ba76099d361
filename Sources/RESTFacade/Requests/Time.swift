import Clocks
import MeetingCore

/// Times as the API writes and reads them.
enum Time {
  static func parse(_ text: String) -> Timestamp? { RFC3339.parse(text).map(Timestamp.init(nanoseconds:)) }
  static func format(_ time: Timestamp) -> String { RFC3339.format(time.nanoseconds) }
}
