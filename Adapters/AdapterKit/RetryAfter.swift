import Clocks
package import HTTPTypes
package import MeetingCore

/// How long to wait after a 429: `Retry-After` as seconds, as a point in time, or as an HTTP date; else the reset time of the
/// window. Absurd values are capped at an hour.
package enum RetryAfter {
  private static let longest: Int64 = 3_600
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  package static func read(_ fields: HTTPFields, now: Timestamp) -> Duration? {
    if let text = fields["Retry-After"] {
      if let number = Int64(text) { return wait(number, now) }
      if let date = date(text) { return bounded(date - now.seconds) }
    }
    let first = fields["X-RateLimit-Reset"]?.split(whereSeparator: { $0 == "," || $0 == " " }).first
    let reset = first.flatMap { Int64($0) }
    return reset.flatMap { $0 > now.seconds ? bounded($0 - now.seconds) : nil }
  }

  /// A number beyond any sensible wait is a point in time.
  private static func wait(_ number: Int64, _ now: Timestamp) -> Duration {
    switch number {
    case 1_000_000_000_000...: bounded(number / 1_000 - now.seconds)
    case 1_000_000_000...: bounded(number - now.seconds)
    default: bounded(number)
    }
  }

  private static func bounded(_ seconds: Int64) -> Duration { .seconds(min(longest, max(0, seconds))) }

  /// `Wed, 21 Oct 2026 07:28:00 GMT`
  private static func date(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, let month = months.firstIndex(of: String(parts[2])) else { return nil }
    let day = parts[1].utf8.count == 1 ? "0\(parts[1])" : String(parts[1])
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    return RFC3339.parse("\(parts[3])-\(number)-\(day)T\(parts[4])Z").map { $0 / 1_000_000_000 }
  }
}
