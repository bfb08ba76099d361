/// When deadlines must be looked at next. Belongs to the loop's thread.
final class Schedule {
  private(set) var next: ContinuousClock.Instant?

  func lower(to instant: ContinuousClock.Instant) {
    if next.map({ instant < $0 }) ?? true { next = instant }
  }

  func clear() { next = nil }

  func isDue(_ now: ContinuousClock.Instant) -> Bool { next.map { $0 <= now } ?? false }

  /// Milliseconds to sleep, rounded up; a minute when there is nothing to look at.
  func pause(_ now: ContinuousClock.Instant) -> Int32 {
    guard let next else { return 60_000 }
    return Int32(min(60_000, max(0, ((next - now) / .milliseconds(1)).rounded(.up))))
  }
}
