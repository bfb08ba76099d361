import Clocks
import Testing

@Suite("RFC 3339 times")
struct RFC3339Tests {
  static let newYear: Int64 = 1_767_225_600_000_000_000

  static let read: [(text: String, nanoseconds: Int64)] = [
    ("1970-01-01T00:00:00Z", 0), ("2026-01-01T00:00:00Z", newYear), ("2026-01-01t00:00:00z", newYear),
    ("2026-01-01 00:00:00Z", newYear), ("2026-01-01T00:00:00.7Z", newYear + 700_000_000),
    ("2026-01-01T00:00:00.123456789Z", newYear + 123_456_789),
    ("2026-01-01T00:00:00.1234567899999Z", newYear + 123_456_789), ("2026-01-01T02:30:00+02:30", newYear),
    ("2025-12-31T19:00:00-05:00", newYear), ("2026-01-01T00:00:00-00:00", newYear),
    ("2025-12-31T23:59:60Z", newYear - 1_000_000_000), ("2024-02-29T12:00:00Z", 1_709_208_000_000_000_000),
    ("2000-02-29T00:00:00Z", 951_782_400_000_000_000), ("1969-12-31T23:59:59.999999999Z", -1),
    ("1900-03-01T00:00:00Z", -2_203_891_200_000_000_000), ("2262-04-11T23:47:16.854775807Z", .max),
  ]

  @Test("are read to the nanosecond", arguments: read)
  func parses(text: String, nanoseconds: Int64) { #expect(RFC3339.parse(text) == nanoseconds) }

  static let refused = [
    "", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01T00:00Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z",
    "2026-1-1T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:61Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+0200", "2026-01-01T00:00:00+02",
    "2026-01-01T00:00:00Z ", " 2026-01-01T00:00:00Z", "2026-01-01T00:00:00ZZ", "+2026-01-01T00:00:00Z",
    "-026-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "2262-04-11T23:47:16.854775808Z",
    "２０２６-01-01T00:00:00Z", "1767225600", "Thu, 01 Jan 2026 00:00:00 GMT",
  ]

  @Test("are refused when they are not exactly that, or out of range", arguments: refused)
  func refuses(text: String) { #expect(RFC3339.parse(text) == nil) }

  static let written: [(nanoseconds: Int64, digits: Int, text: String)] = [
    (0, 3, "1970-01-01T00:00:00.000Z"), (newYear, 0, "2026-01-01T00:00:00Z"),
    (newYear + 999_999_999, 3, "2026-01-01T00:00:00.999Z"), (newYear + 1, 9, "2026-01-01T00:00:00.000000001Z"),
    (-1, 3, "1969-12-31T23:59:59.999Z"), (-86_400_000_000_000, 0, "1969-12-31T00:00:00Z"),
    (951_782_399_000_000_000, 0, "2000-02-28T23:59:59Z"), (951_868_800_000_000_000, 0, "2000-03-01T00:00:00Z"),
    (.max, 9, "2262-04-11T23:47:16.854775807Z"), (.min, 9, "1677-09-21T00:12:43.145224192Z"),
  ]

  @Test("are written in UTC, with the fraction cut", arguments: written)
  func formats(nanoseconds: Int64, digits: Int, text: String) {
    #expect(RFC3339.format(nanoseconds, fractionDigits: digits) == text)
  }

  @Test("every day over two centuries reads back as it was written, later than the one before")
  func roundTripsDays() {
    let day: Int64 = 86_400_000_000_000
    var before = ""
    var wrong: [String] = []
    for count in Int64(-26_000)...Int64(48_000) {
      let text = RFC3339.format(count * day, fractionDigits: 0)
      if RFC3339.parse(text) != count * day || text <= before { wrong.append(text) }
      before = text
    }
    #expect(wrong == [])
  }
}
