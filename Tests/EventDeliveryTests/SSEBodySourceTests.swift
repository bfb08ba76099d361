import Clocks
import EventDelivery
import HTTPTypes
import ProgramTesting
import ProviderTesting
import Store
import Synchronization
import Testing

@Suite("Event streams as text")
struct SSEBodySourceTests {
  private func source(
    _ log: LogFixture, after: Int64? = 0, types: String? = nil, time: ManualTime = ManualTime(), until: Int64 = .max,
    isAllowed: @escaping @Sendable () async -> Bool = { true }
  ) async throws -> SSEBodySource {
    let subscription = try await log.tail.subscribe(.room("r"), after: after)
    let filter = try types.map { try #require(TypeFilter($0)) } ?? .all
    return SSEBodySource(subscription, filter: filter, time: time, until: until, isAllowed: isAllowed)
  }

  private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  private func drain(_ source: SSEBodySource) async -> [String] {
    var pieces: [String] = []
    while let piece = text(await source.next()) { pieces.append(piece) }
    return pieces
  }

  @Test func somethingComesAtOnceThenFramesTogether() async throws {
    let log = LogFixture()
    try await log.add(2, body: #"{"a":1}"#)
    let source = try await source(log)
    #expect(text(await source.next())?.hasPrefix("retry: 2000\n") == true)
    let frame = "event: room.updated\ndata: {\"a\":1}\n\n"
    #expect(text(await source.next()) == "id: 1\n\(frame)id: 2\n\(frame)")
  }

  @Test func aLineBreakInABodyDoesNotEndTheFrame() async throws {
    let log = LogFixture()
    try await log.add(1, body: "{\n\"a\":\r\n1}")
    let source = try await source(log)
    _ = await source.next()
    #expect(text(await source.next()) == "id: 1\nevent: room.updated\ndata: { \"a\":  1}\n\n")
  }

  @Test func filteredTypesGiveNoEmptyPiece() async throws {
    let log = LogFixture()
    try await log.add(1, type: "room.updated")
    try await log.add(1, type: "participant.joined")
    let source = try await source(log, types: "participant.*")
    _ = await source.next()
    async let piece = source.next()
    #expect(text(await piece)?.hasPrefix("id: 2\nevent: participant.joined\n") == true)
  }

  @Test func aLostPositionAndALostRaceAreFramesWithoutId() async throws {
    let log = LogFixture(capacity: 4)
    try await log.add(10)
    _ = try await log.store.trimEvents(recordedBefore: 2, limit: 5)
    let source = try await source(log, after: 1)
    _ = await source.next()
    #expect(text(await source.next()) == "event: stream.reset\ndata: {\"type\":\"stream.reset\"}\n\n")
    #expect(text(await source.next())?.hasPrefix("id: 6\n") == true)
    for _ in 0..<20 { try await log.add(1) }
    _ = try await log.store.trimEvents(recordedBefore: 2, limit: 15)
    let lagged = "event: stream.lagged\ndata: {\"type\":\"stream.lagged\",\"dropped\":10}\n\n"
    #expect(text(await source.next()) == lagged)
    #expect(await source.next() == nil)
  }

  @Test func aHeartbeatIsAComment() async throws {
    let log = LogFixture()
    let time = ManualTime()
    let source = try await source(log, time: time)
    _ = await source.next()
    let beating = Task { await log.tail.beat(every: .seconds(10), time) }
    async let piece = source.next()
    #expect(await eventually { log.tail.waitingCount == 1 })
    for _ in 0..<10 {
      #expect(await time.waitForSleepers(1))
      await time.advance(by: .seconds(1))
    }
    #expect(text(await piece) == ": beat\n\n")
    beating.cancel()
    await beating.value
  }

  @Test func aStreamEndsWithItsToken() async throws {
    let log = LogFixture()
    let time = ManualTime()
    let source = try await source(log, time: time, until: time.wallNanoseconds + 4_500_000_000)
    _ = await source.next()
    let beating = Task { await log.tail.beat(every: .seconds(10), time) }
    async let rest = drain(source)
    for _ in 0..<4 {
      #expect(await time.waitForSleepers(1))
      #expect(await eventually { log.tail.waitingCount == 1 })
      await time.advance(by: .seconds(1))
    }
    #expect(await time.waitForSleepers(1))
    await time.advance(by: .seconds(1))
    #expect(await rest == [": beat\n\n"])
    #expect(log.tail.subscriberCount == 0)
    beating.cancel()
    await beating.value
  }

  @Test func nothingIsSentAfterTheTokenIsOver() async throws {
    let log = LogFixture()
    let time = ManualTime()
    let source = try await source(log, time: time, until: time.wallNanoseconds + 1)
    _ = await source.next()
    await time.advance(by: .seconds(1))
    try await log.add(1)
    #expect(await source.next() == nil)
  }

  @Test func aBanEndsTheStream() async throws {
    let log = LogFixture()
    let isAllowed = Atomic(true)
    let source = try await source(log, isAllowed: { isAllowed.load(ordering: .acquiring) })
    _ = await source.next()
    try await log.add(1)
    #expect(await source.next() != nil)
    isAllowed.store(false, ordering: .releasing)
    try await log.add(1)
    #expect(await source.next() != nil)
    #expect(await source.next() == nil)
    #expect(log.tail.subscriberCount == 0)
  }

  @Test func aStreamThatWaitsEndsWithTheEventOfABanThoughItDoesNotShowIt() async throws {
    let log = LogFixture()
    let isAllowed = Atomic(true)
    let source = try await source(
      log, types: "none.at_all", isAllowed: { isAllowed.load(ordering: .acquiring) })
    let other = try await log.tail.subscribe(.room("s"), after: 0)
    _ = await source.next()
    async let rest = drain(source)
    #expect(await eventually { log.tail.waitingCount == 1 })
    isAllowed.store(false, ordering: .releasing)
    try await log.add(1)
    #expect(await rest == [])
    #expect(log.tail.subscriberCount == 1, "rooms that were not meant go on")
    other.close()
  }

  @Test func aClientThatGoesAwayFreesItsFollower() async throws {
    let log = LogFixture()
    let source = try await source(log)
    _ = await source.next()
    let task = Task { await source.next() }
    #expect(await eventually { log.tail.waitingCount == 1 })
    task.cancel()
    #expect(await task.value == nil)
    #expect(log.tail.subscriberCount == 0)
  }
}

@Suite("Filters of event types")
struct TypeFilterTests {
  @Test(arguments: [
    ("participant.*", "participant.joined", true), ("participant.*", "participants.x", false),
    ("room.ended", "room.ended", true), ("room.ended", "room.ended2", false),
    ("a.b,permission.*", "permission.x", true),
    ("*", "anything.at_all", true),
  ])
  func matches(_ text: String, _ type: String, _ expected: Bool) throws {
    #expect(try #require(TypeFilter(text)).matches(type) == expected)
  }

  @Test(arguments: ["", "a,,b", "a.*.b", "a b", "é", "**"])
  func refuses(_ text: String) { #expect(TypeFilter(text) == nil) }
}
