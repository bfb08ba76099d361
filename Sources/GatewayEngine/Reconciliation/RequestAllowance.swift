/// Requests that may be made, growing with time up to half a minute's worth.
struct RequestAllowance: Sendable {
  private let perMinute: Double
  private(set) var available: Double
  private var countedAt: Int64

  /// `now` in nanoseconds of a clock that never goes back.
  init(perMinute: Int, now: Int64) {
    self.perMinute = Double(perMinute)
    available = max(1, Double(perMinute) / 2)
    countedAt = now
  }

  /// What may be saved up.
  var most: Double { max(1, perMinute / 2) }

  mutating func grow(until now: Int64) {
    available = min(most, available + Double(now - countedAt) / 60e9 * perMinute)
    countedAt = now
  }

  /// Takes `count` requests, leaving at least `reserve`; false when there are too few.
  mutating func spend(_ count: Int, reserve: Double = 0) -> Bool {
    guard available - Double(count) >= reserve else { return false }
    available -= Double(count)
    return true
  }
}
