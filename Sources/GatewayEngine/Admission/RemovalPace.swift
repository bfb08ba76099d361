import Clocks

/// How fast an account may be asked to throw people out: a token bucket that holds a second's worth, and a number at once.
/// Whoever asks to slow down halves both; each run of removals without that takes a step back. Pure.
struct RemovalPace: Sendable {
  private static let slowest = 0.25
  /// Removals without objection after which a step is taken back.
  private static let goodRun = 20

  private let options: RemovalOptions
  private(set) var perSecond: Double
  private(set) var atOnce: Int
  private var saved: Double
  private var countedAt: Int64
  private var heldUntil: Int64 = .min
  private var goodOnes = 0

  /// `now` in nanoseconds of a clock that never goes back.
  init(_ options: RemovalOptions, now: Int64) {
    self.options = options
    perSecond = options.perSecond
    atOnce = options.atOnce
    saved = max(1, options.perSecond)
    countedAt = now
  }

  /// Takes one turn; nil when it was there, else how long to wait before asking again.
  mutating func take(now: Int64) -> Duration? {
    guard now >= heldUntil else { return .nanoseconds(heldUntil - now) }
    saved = min(max(1, perSecond), saved + Double(max(0, now - countedAt)) / 1e9 * perSecond)
    countedAt = now
    if saved >= 1 {
      saved -= 1
      return nil
    }
    return .nanoseconds(max(1, Int64(((1 - saved) / perSecond * 1e9).rounded(.up))))
  }

  /// The vendor asked to slow down, and to wait for `pause` where it said so.
  mutating func slow(pause: Duration?, now: Int64) {
    goodOnes = 0
    perSecond = max(min(Self.slowest, options.perSecond), perSecond / 2)
    atOnce = max(1, atOnce / 2)
    saved = 0
    countedAt = now
    heldUntil = max(heldUntil, now + (pause ?? .seconds(1)).nanoseconds)
  }

  /// The vendor took one without objection.
  mutating func passed() {
    goodOnes += 1
    guard goodOnes >= Self.goodRun else { return }
    goodOnes = 0
    perSecond = min(options.perSecond, perSecond + max(0.25, options.perSecond / 10))
    atOnce = min(options.atOnce, atOnce + 1)
  }
}
