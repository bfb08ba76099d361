import Clocks
import JSONCoding
import MeetingCore

/// Both families of timestamps: RFC 3339 texts, and integers of nanoseconds since 1970. Empty texts count as absent.
enum WireTime {
  static func read(_ json: JSON?) -> Timestamp? {
    switch json {
    case .string(let text): RFC3339.parse(text).map(Timestamp.init(nanoseconds:))
    case .integer(let number) where number > 0: Timestamp(nanoseconds: number)
    case .number(let number) where number > 0 && number < 9e18: Timestamp(nanoseconds: Int64(number))
    default: nil
    }
  }

  static func text(_ time: Timestamp) -> String { RFC3339.format(time.nanoseconds) }
}
