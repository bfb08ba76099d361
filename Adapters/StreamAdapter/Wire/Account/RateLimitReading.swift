import JSONCoding
import MeetingCore

/// How often a server may ask, by operation. The answer of `GetRateLimits`.
struct RateLimitReading: Sendable {
  /// What rooms are created, entered and read with.
  static let operations = ["GetOrCreateCall", "GetCall", "QueryCalls", "UpdateCallMembers"]

  /// Requests a minute, the scarcest first.
  let limits: [(operation: String, perMinute: Int64)]

  /// nil when the answer tells nothing.
  init?(_ answer: JSON) {
    guard let told = answer["server_side"]?.objectValue else { return nil }
    let read = told.pairs.compactMap { name, row in row["limit"]?.integerValue.map { (name, $0) } }
    guard !read.isEmpty else { return nil }
    limits = read.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  /// Reading every half a minute needs two requests for each hundred rooms.
  private static let least: Int64 = 60

  var finding: AccountFinding {
    let words = limits.map { "\($0.operation) \($0.perMinute)" }.joined(separator: ", ")
    let isScarce = (limits.first?.perMinute ?? 0) < Self.least
    return AccountFinding(
      .limits, isScarce ? .degraded : .good, "requests a minute: \(words)",
      remedy: isScarce ? "ask the vendor for more, or read rooms less often (reconciliation.interval)" : nil)
  }
}
