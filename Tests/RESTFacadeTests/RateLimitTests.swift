import Clocks
import HTTPTypes
import Testing

@testable import RESTFacade

@Suite("Buckets")
struct RateLimitTests {
  private static let second: Int64 = 1_000_000_000

  @Test("a full bucket gives its burst at once, then one request per interval")
  func burst() {
    let limit = RateLimit(60, burst: 3)
    var bucket: Int64?
    let first = (0..<4).map { _ in limit.take(from: &bucket, now: 0) }
    #expect(first.map(\.isLimited) == [false, false, false, true])
    #expect(first.map(\.remaining) == [2, 1, 0, 0])
    #expect(first.map(\.waitSeconds) == [1, 1, 1, 1])
    #expect(limit.windowSeconds == 3)
    #expect(!limit.take(from: &bucket, now: Self.second).isLimited)
    #expect(limit.take(from: &bucket, now: Self.second).isLimited)
    #expect(limit.take(from: &bucket, now: 100 * Self.second).remaining == 2)
  }

  @Test("a refusal costs nothing")
  func refusals() {
    let limit = RateLimit(60, burst: 1)
    var bucket: Int64?
    _ = limit.take(from: &bucket, now: 0)
    for _ in 0..<1_000 { #expect(limit.take(from: &bucket, now: 500_000_000).isLimited) }
    #expect(!limit.take(from: &bucket, now: Self.second).isLimited)
  }

  @Test("a wait of 1.2 s is told as 2 s")
  func roundedUp() {
    let limit = RateLimit(1, per: .milliseconds(1_200))
    var bucket: Int64?
    _ = limit.take(from: &bucket, now: 7)
    #expect(limit.take(from: &bucket, now: 7).waitSeconds == 2)
    #expect(!limit.take(from: &bucket, now: 7 + 2 * Self.second).isLimited)
  }

  static let rates = [(1, 1), (7, 7), (7, 2), (60, 1), (90, 5), (599, 600), (6_000, 6_000), (10_000_000, 1_000_000)]

  @Test("whoever waits as long as told is let in", arguments: rates)
  func waiting(_ perMinute: Int, _ burst: Int) {
    let limit = RateLimit(perMinute, burst: burst)
    var bucket: Int64?
    var now: Int64 = 0
    var refused = 0
    for step in 0..<5_000 {
      let standing = limit.take(from: &bucket, now: now)
      now += Int64(step * 7_919 % 1_000) * limit.interval / 1_500
      guard standing.isLimited else { continue }
      refused += 1
      var copy = bucket
      let later = now + (standing.waitSeconds ?? 0) * Self.second
      #expect(!limit.take(from: &copy, now: later).isLimited)
    }
    #expect(refused > 0 || burst > 5_000)
  }

  @Test("never more than the burst and what came back in the time", arguments: rates)
  func bound(_ perMinute: Int, _ burst: Int) {
    let limit = RateLimit(perMinute, burst: burst)
    var bucket: Int64?
    var now: Int64 = 0
    var served: [Int64] = []
    for step in 0..<5_000 {
      if !limit.take(from: &bucket, now: now).isLimited { served.append(now) }
      now += Int64(step * 104_729 % 997) * limit.interval / 2_000
    }
    for first in stride(from: 0, to: served.count, by: 97) {
      for last in stride(from: first, to: served.count, by: 101) {
        let returned = Double(served[last] - served[first]) * Double(perMinute) / 60e9
        #expect(Double(last - first + 1) <= Double(burst) + returned + 1e-6)
      }
    }
    // And not fewer than the rate allows, where what comes back while nobody asks is not lost: all the time was asked for.
    guard burst > 1 else { return }
    let due = Double(now) * Double(perMinute) / 60e9
    #expect(Double(served.count) >= min(due * 0.99 - 2, 5_000))
  }

  @Test("a table never grows beyond its bound, and one in use stays in it")
  func table() {
    let table = BucketTable<Int>(RateLimit(60, burst: 2), capacity: 100)
    _ = table.take(-1, now: 0)
    _ = table.take(-1, now: 0)
    for key in 0..<10_000 {
      #expect(!table.take(key, now: 0).isLimited)
      #expect(table.count <= 100)
      if key % 20 == 0 { #expect(table.take(-1, now: 0).isLimited) }
    }
    #expect(table.count >= 50)
  }

  @Test("slots are given back, and keys without one are forgotten")
  func slots() {
    let table = SlotTable<String>(2)
    #expect((0..<3).map { _ in table.take("a").isLimited } == [false, false, true])
    #expect(!table.take("b").isLimited)
    table.release("a")
    #expect(table.take("a").remaining == 0)
    for key in ["a", "a", "b"] { table.release(key) }
    #expect(table.count == 0)
  }

  @Test("limits are told in structured fields")
  func fields() {
    var bucket: Int64?
    let report = RateReport(
      policy: .key, standing: RateLimit(600, burst: 50).take(from: &bucket, now: 0))
    #expect(report.policyText == "\"key\";q=50;w=5")
    #expect(report.text == "\"key\";r=49;t=1")
    let streams = RateReport(policy: .keyStreams, standing: SlotTable<Int>(9).take(1))
    #expect(streams.policyText == "\"key_streams\";q=9;qu=\"concurrent-requests\"")
    #expect(streams.text == "\"key_streams\";r=8")
  }
}
