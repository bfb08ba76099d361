import Clocks
import EventDelivery
import Store
import Synchronization
import Testing

@Suite("Feeds on their terms")
struct EventFeedTests {
  private func feed(
    _ log: LogFixture, types: String? = nil, time: ManualTime = ManualTime(), until: Int64 = .max, last: String? = nil,
    isAllowed: @escaping @Sendable () async -> Bool = { true }
  ) async throws -> EventFeed {
    let subscription = try await log.tail.subscribe(.room("r"), after: 0)
    let filter = try types.map { try #require(TypeFilter($0)) } ?? .all
    return EventFeed(
      subscription, filter: filter, time: time, until: until, last: last.flatMap { TypeFilter($0) },
      isAllowed: isAllowed)
  }

  private func count(_ delivery: Delivery?) -> Int {
    if case .events(let entries)? = delivery { entries.count } else { 0 }
  }

  @Test func itIsCompleteBehindALastTypeEvenOneNotAskedFor() async throws {
    let log = LogFixture()
    try await log.add(2, type: "room.updated")
    try await log.add(1, type: "room.ended")
    let feed = try await feed(log, types: "room.updated", last: "room.ended")
    #expect(feed.end == nil)
    #expect(count(await feed.next()) == 2)
    #expect(await feed.next() == nil)
    #expect(feed.end == .complete)
  }

  @Test func whoMayNotAnyMoreIsToldWhatCameWithItAndNoMore() async throws {
    let log = LogFixture()
    try await log.add(1)
    let feed = try await feed(log, isAllowed: { false })
    #expect(count(await feed.next()) == 1)
    #expect(await feed.next() == nil)
    #expect(feed.end == .forbidden)
  }

  @Test func itExpires() async throws {
    let (log, time) = (LogFixture(), ManualTime())
    let feed = try await feed(log, time: time, until: time.wallNanoseconds + 1_000_000_000)
    try await log.add(1)
    #expect(count(await feed.next()) == 1)
    await time.advance(by: .seconds(1))
    try await log.add(1)
    #expect(await feed.next() == nil)
    #expect(feed.end == .expired)
  }

  @Test func itIsClosedFromOutsideAndTheFirstReasonCounts() async throws {
    let log = LogFixture()
    let feed = try await feed(log)
    feed.close()
    #expect(await feed.next() == nil)
    #expect(feed.end == .closed)
    let other = try await self.feed(log)
    log.tail.closeAll()
    #expect(await other.next() == nil)
    #expect(other.end == .closed)
    other.close()
    #expect(other.end == .closed)
  }
}
