import Clocks

/// Keeps callers from waiting for a vendor that does not answer: after enough failures calls are refused at once, until one
/// probe at a time finds the vendor well again. A value; times are nanoseconds of a clock that never goes back.
struct CircuitBreaker: Sendable {
  enum State: Sendable, Hashable { case closed, open, halfOpen }
  enum Result: Sendable { case answered, failed, abandoned }

  private struct Slice {
    var begins: Int64
    var calls = 0
    var failures = 0
  }

  private static let slices: Int64 = 6

  private let options: BreakerOptions
  private var recent: [Slice] = []
  private var straight = 0
  private var pause: Duration
  /// nil = closed.
  private var openUntil: Int64?
  private var isProbing = false

  init(_ options: BreakerOptions) {
    self.options = options
    pause = options.firstPause
  }

  func state(at now: Int64) -> State {
    guard let openUntil else { return .closed }
    return now < openUntil ? .open : .halfOpen
  }

  /// nil = call; otherwise how long to stay away.
  mutating func admit(at now: Int64) -> Duration? {
    guard let openUntil else { return nil }
    if now < openUntil { return .nanoseconds(openUntil - now) }
    if isProbing { return .seconds(1) }
    isProbing = true
    return nil
  }

  /// True when this opened it.
  mutating func record(_ result: Result, at now: Int64) -> Bool {
    if openUntil != nil { return recordProbe(result, now) }
    guard result != .abandoned else { return false }
    count(failed: result == .failed, now)
    straight = result == .failed ? straight + 1 : 0
    guard result == .failed, straight >= options.straightFailures || isHalfFailing else { return false }
    open(now)
    return true
  }

  /// What comes back from before it opened says nothing of now.
  private mutating func recordProbe(_ result: Result, _ now: Int64) -> Bool {
    guard isProbing else { return false }
    isProbing = false
    switch result {
    case .answered: close()
    case .failed:
      pause = min(pause * 2, options.longestPause)
      open(now)
    case .abandoned: break
    }
    return false
  }

  private mutating func open(_ now: Int64) {
    openUntil = now + pause.nanoseconds
    recent = []
    straight = 0
  }

  private mutating func close() {
    openUntil = nil
    pause = options.firstPause
  }

  private mutating func count(failed: Bool, _ now: Int64) {
    let length = max(1, options.window.nanoseconds / Self.slices)
    recent.removeAll { $0.begins <= now - options.window.nanoseconds }
    if recent.last.map({ now - $0.begins >= length }) ?? true { recent.append(Slice(begins: now)) }
    recent[recent.count - 1].calls += 1
    if failed { recent[recent.count - 1].failures += 1 }
  }

  private var isHalfFailing: Bool {
    let calls = recent.reduce(0) { $0 + $1.calls }
    let failures = recent.reduce(0) { $0 + $1.failures }
    return calls >= options.callsInWindow && failures * 2 >= calls
  }
}
