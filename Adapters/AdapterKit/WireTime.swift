import Clocks
package import JSONCoding
package import MeetingCore

/// Every family of timestamps: RFC 3339 texts, and integers of nanoseconds since 1970 or, by their size, of something
/// longer. Empty texts, zero and what lies before 1970 count as absent.
package enum WireTime {
  package static func read(_ json: JSON?) -> Timestamp? {
    switch json {
    case .string(let text): RFC3339.parse(text).flatMap { $0 > 0 ? Timestamp(nanoseconds: $0) : nil }
    case .integer(let number): since1970(number)
    case .number(let number) where number > 0 && number < 9e18: since1970(Int64(number))
    default: nil
    }
  }

  /// Nobody tells of the first minutes of 1970, nor of times after the year 5000: so the size tells the unit.
  private static func since1970(_ number: Int64) -> Timestamp? {
    switch number {
    case ..<1: nil
    case ..<100_000_000_000: scaled(number, by: 1_000_000_000)
    case ..<100_000_000_000_000: scaled(number, by: 1_000_000)
    case ..<100_000_000_000_000_000: scaled(number, by: 1_000)
    default: Timestamp(nanoseconds: number)
    }
  }

  private static func scaled(_ number: Int64, by unit: Int64) -> Timestamp {
    let (product, overflow) = number.multipliedReportingOverflow(by: unit)
    return Timestamp(nanoseconds: overflow ? .max : product)
  }

  package static func text(_ time: Timestamp) -> String { RFC3339.format(time.nanoseconds) }
}
