import Testing

@testable import GatewayEngine

@Suite struct CircuitBreakerTests {
  private static func seconds(_ count: Double) -> Int64 { Int64(count * 1e9) }

  /// Records results one second apart and returns the time after.
  private func play(_ results: [CircuitBreaker.Result], on breaker: inout CircuitBreaker, from start: Int64 = 0)
    -> Int64
  {
    var now = start
    for result in results {
      _ = breaker.admit(at: now)
      _ = breaker.record(result, at: now)
      now += Self.seconds(1)
    }
    return now
  }

  @Test func fiveFailuresInARowOpenIt() {
    var breaker = CircuitBreaker(BreakerOptions())
    var now = play([.failed, .failed, .failed, .failed, .answered, .failed, .failed, .failed, .failed], on: &breaker)
    #expect(breaker.state(at: now) == .closed)
    now = play([.failed], on: &breaker, from: now)
    #expect(breaker.state(at: now) == .open)
    let wait = breaker.admit(at: now)
    #expect(wait == .seconds(14))
  }

  @Test func halfOfTenWithinTheWindowOpenIt() {
    var breaker = CircuitBreaker(BreakerOptions())
    let mixed = Array(repeating: [CircuitBreaker.Result.answered, .failed], count: 4).flatMap { $0 }
    var now = play(mixed + [.answered], on: &breaker)
    #expect(breaker.state(at: now) == .closed, "nine calls are too few")
    now = play([.failed], on: &breaker, from: now)
    #expect(breaker.state(at: now) == .open)
  }

  @Test func whatIsOlderThanTheWindowIsForgotten() {
    var breaker = CircuitBreaker(BreakerOptions())
    let mixed = Array(repeating: [CircuitBreaker.Result.answered, .failed], count: 4).flatMap { $0 }
    _ = play(mixed, on: &breaker)
    let now = play([.answered, .failed], on: &breaker, from: Self.seconds(60))
    #expect(breaker.state(at: now) == .closed)
  }

  @Test func oneProbeAtATimeAndEachFailedOneDoublesThePause() {
    var breaker = CircuitBreaker(BreakerOptions())
    var now = play(Array(repeating: .failed, count: 5), on: &breaker) - Self.seconds(1)
    for pause in [15, 30, 60, 120, 120] as [Double] {
      let early = breaker.admit(at: now + Self.seconds(pause) - 1)
      #expect(early != nil)
      now += Self.seconds(pause)
      #expect(breaker.state(at: now) == .halfOpen)
      let first = breaker.admit(at: now)
      #expect(first == nil)
      let second = breaker.admit(at: now)
      #expect(second != nil, "only one probe at a time")
      let opened = breaker.record(.failed, at: now)
      #expect(!opened, "a failed probe is no new opening")
      #expect(breaker.state(at: now) == .open)
    }
    now += Self.seconds(120)
    let probe = breaker.admit(at: now)
    #expect(probe == nil)
    _ = breaker.record(.answered, at: now)
    #expect(breaker.state(at: now) == .closed)
    now = play(Array(repeating: .failed, count: 5), on: &breaker, from: now)
    let wait = breaker.admit(at: now)
    #expect(wait == .seconds(14), "after it closed the first pause counts again")
  }

  @Test func aProbeThatIsGivenUpLetsTheNextOneGo() {
    var breaker = CircuitBreaker(BreakerOptions())
    let now = play(Array(repeating: .failed, count: 5), on: &breaker) + Self.seconds(15)
    let first = breaker.admit(at: now)
    #expect(first == nil)
    _ = breaker.record(.abandoned, at: now)
    let second = breaker.admit(at: now)
    #expect(second == nil)
  }

  @Test func lateResultsOfCallsFromBeforeSayNothing() {
    var breaker = CircuitBreaker(BreakerOptions())
    let now = play(Array(repeating: .failed, count: 5), on: &breaker)
    _ = breaker.record(.answered, at: now)
    #expect(breaker.state(at: now) == .open)
  }
}
