import HTTPTypes
import Testing

@testable import HTTPClient

/// The deadlines as values: told the time, without a clock.
@Suite struct DeadlineValueTests {
  private static let start = ContinuousClock.now
  private static let timeouts = HTTPTimeouts(
    connect: .seconds(2), firstByte: .seconds(3), idle: .seconds(4), total: .seconds(20))

  private func at(_ seconds: Double) -> ContinuousClock.Instant { Self.start + .seconds(seconds) }

  private func made() -> Deadlines { Deadlines(Self.timeouts, started: Self.start) }

  @Test func connectingEndsAfterItsTimeAndNotBefore() {
    let deadlines = made()
    #expect(deadlines.next == at(2))
    #expect(deadlines.expired(at(1.999)) == nil)
    #expect(deadlines.expired(at(2)) == .connectTimeout)
  }

  @Test func theFirstByteIsCountedFromSending() {
    var deadlines = made()
    deadlines.sending(at(1))
    #expect(deadlines.expired(at(3.999)) == nil)
    #expect(deadlines.expired(at(4)) == .firstByteTimeout)
  }

  @Test func everyPieceBeginsTheSilenceAnew() {
    var deadlines = made()
    deadlines.sending(at(1))
    deadlines.received(at(2))
    deadlines.received(at(5.5))
    #expect(deadlines.expired(at(9.499)) == nil)
    #expect(deadlines.expired(at(9.5)) == .idleTimeout)
  }

  @Test func theTotalHoldsWhateverArrives() {
    var deadlines = made()
    for second in 1...19 { deadlines.received(at(Double(second))) }
    #expect(deadlines.next == at(20))
    #expect(deadlines.expired(at(20)) == .totalTimeout)
  }

  @Test func ofTwoTheOneThatRanOutFirstIsNamed() {
    var deadlines = made()
    #expect(deadlines.expired(at(100)) == .connectTimeout)
    deadlines.received(at(17))
    #expect(deadlines.expired(at(100)) == .totalTimeout)
  }

  @Test func theScheduleKeepsTheEarliestAndSleepsNoLessThanUntilThen() {
    let schedule = Schedule()
    #expect(schedule.pause(at(0)) == 60_000)
    #expect(!schedule.isDue(at(0)))
    schedule.lower(to: at(2))
    schedule.lower(to: at(0.0105))
    schedule.lower(to: at(1))
    #expect(schedule.pause(at(0)) == 11)
    #expect(!schedule.isDue(at(0.0104)))
    #expect(schedule.isDue(at(0.0105)))
    #expect(schedule.pause(at(5)) == 0)
    schedule.clear()
    #expect(schedule.next == nil)
  }
}
