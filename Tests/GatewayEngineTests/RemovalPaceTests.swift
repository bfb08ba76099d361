import Clocks
import Testing

@testable import GatewayEngine

@Suite struct RemovalPaceTests {
  private static let second: Int64 = 1_000_000_000

  /// How many turns there are within `seconds`, waiting as told.
  private func turns(_ pace: inout RemovalPace, from start: Int64, seconds: Int64) -> Int {
    var (now, count) = (start, 0)
    while now < start + seconds * Self.second {
      if let pause = pace.take(now: now) { now += pause.nanoseconds } else { count += 1 }
    }
    return count
  }

  @Test func tenInASecondAndNoMoreThanASecondsWorthSaved() {
    var pace = RemovalPace(RemovalOptions(), now: 0)
    #expect((500...510).contains(turns(&pace, from: 0, seconds: 50)), "500 people take 50 seconds")
    var rested = RemovalPace(RemovalOptions(), now: 0)
    #expect((18...20).contains(turns(&rested, from: 3_600 * Self.second, seconds: 1)))
  }

  @Test func aVendorThatAsksToSlowDownHalvesIt() {
    var pace = RemovalPace(RemovalOptions(), now: 0)
    pace.slow(pause: .seconds(3), now: 0)
    #expect(pace.perSecond == 5)
    #expect(pace.atOnce == 4)
    #expect(pace.take(now: 0) == .seconds(3), "as long as the vendor asked for")
    #expect(turns(&pace, from: 3 * Self.second, seconds: 10) <= 56)
    for _ in 0..<20 { pace.slow(pause: nil, now: 20 * Self.second) }
    #expect(pace.perSecond == 0.25)
    #expect(pace.atOnce == 1)
  }

  @Test func itRecoversStepByStep() {
    var pace = RemovalPace(RemovalOptions(perSecond: 10, atOnce: 8), now: 0)
    pace.slow(pause: nil, now: 0)
    for _ in 0..<19 { pace.passed() }
    #expect(pace.perSecond == 5)
    pace.passed()
    #expect(pace.perSecond == 6)
    #expect(pace.atOnce == 5)
    for _ in 0..<200 { pace.passed() }
    #expect(pace.perSecond == 10)
    #expect(pace.atOnce == 8)
  }

  @Test func oneConnectionWaitsOnceAndWorkersAreCounted() {
    let queue = RemovalQueue(RemovalOptions(perSecond: 100, atOnce: 2))
    func removal(_ name: String) -> RemovalQueue.Removal { .init(room: "r", connection: name) }
    #expect(queue.add(removal("a"), at: "x", now: 0))
    #expect(!queue.add(removal("a"), at: "x", now: 0))
    #expect(queue.add(removal("b"), at: "x", now: 0))
    #expect(!queue.add(removal("c"), at: "x", now: 0), "two are at it")
    guard case .remove(let first) = queue.next(at: "x", now: 0) else {
      Issue.record("there is one to remove")
      return
    }
    #expect(first.removal == removal("a"), "whoever was asked for first")
    queue.again(first, after: .seconds(5), at: "x", now: 0)
    #expect(!queue.add(removal("a"), at: "x", now: 0), "it waits already")
    for name in ["b", "c"] {
      guard case .remove(let next) = queue.next(at: "x", now: 0) else {
        Issue.record("nothing to remove before \(name)")
        return
      }
      #expect(next.removal == removal(name))
      queue.finish(next, at: "x", now: 0)
    }
    if case .wait(let pause) = queue.next(at: "x", now: Self.second) { #expect(pause == .seconds(4)) }
    guard case .remove(let again) = queue.next(at: "x", now: 5 * Self.second) else {
      Issue.record("its time has come")
      return
    }
    queue.finish(again, at: "x", now: 5 * Self.second)
    guard case .done = queue.next(at: "x", now: 5 * Self.second) else {
      Issue.record("nothing is left")
      return
    }
    #expect(queue.add(removal("a"), at: "x", now: 5 * Self.second))
  }
}
