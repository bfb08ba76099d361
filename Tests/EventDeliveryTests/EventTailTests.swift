import Clocks
import EventDelivery
import ProgramTesting
import ProviderTesting
import Store
import Testing

@Suite("Following the log")
struct EventTailTests {
  @Test func aFollowerOfARoomGetsItsEventsOnly() async throws {
    let log = LogFixture()
    let room = try await log.tail.subscribe(.room("a"), after: nil)
    let tenant = try await log.tail.subscribe(.tenant("t"), after: nil)
    try await log.add(1, to: "a")
    try await log.add(2, to: "b")
    try await log.add(1, to: "c", tenant: "u")
    try await log.add(1, to: "a")
    #expect(try await positions(of: room, 2) == [1, 5])
    #expect(try await positions(of: tenant, 4) == [1, 2, 3, 5])
  }

  @Test func whoWaitsIsWokenByACommit() async throws {
    let log = LogFixture()
    let subscription = try await log.tail.subscribe(.room("r"), after: nil)
    async let delivery = subscription.next()
    #expect(await eventually { log.tail.waitingCount == 1 })
    try await log.add(1, to: "other")
    try await log.add(3)
    #expect(await delivery?.positions == [2, 3, 4])
  }

  @Test func followingFromNowSkipsWhatWasThere() async throws {
    let log = LogFixture()
    try await log.add(5)
    let subscription = try await log.tail.subscribe(.room("r"), after: nil)
    try await log.add(1)
    #expect(try await positions(of: subscription, 1) == [6])
  }

  @Test func historyIsServedAfterARestartBeforeAnythingNewHappens() async throws {
    let before = LogFixture()
    try await before.add(600)
    let after = LogFixture(store: before.store)
    let subscription = try await after.tail.subscribe(.tenant("t"), after: 10)
    #expect(try await positions(of: subscription, 590) == Array(11...600))
    try await after.add(1)
    #expect(try await positions(of: subscription, 1) == [601])
  }

  @Test func whoIsFarBehindTheRingIsServedFromTheStoreWithoutAGap() async throws {
    let log = LogFixture(capacity: 16)
    let subscription = try await log.tail.subscribe(.room("a"), after: 0)
    for _ in 0..<200 {
      try await log.add(3, to: "a")
      try await log.add(1, to: "b")
    }
    let found = try await positions(of: subscription, 600)
    #expect(found == (1...800).filter { $0 % 4 != 0 }.map(Int64.init))
    try await log.add(1, to: "a")
    #expect(try await positions(of: subscription, 1) == [801])
  }

  @Test func aPositionNoLongerKeptResetsOnceAndGoesOnFromTheOldest() async throws {
    let log = LogFixture()
    try await log.add(10)
    _ = try await log.store.trimEvents(recordedBefore: 2, limit: 4)
    let subscription = try await log.tail.subscribe(.room("r"), after: 2)
    guard case .reset = await subscription.next() else { return #expect(Bool(false), "no reset") }
    #expect(try await positions(of: subscription, 6) == Array(5...10))
    let atTheEdge = try await log.tail.subscribe(.room("r"), after: 4)
    #expect(try await positions(of: atTheEdge, 6) == Array(5...10))
  }

  @Test(arguments: [11, Int64.max])
  func aPositionAheadOfTheLogResetsOnceAndGoesOnFromTheOldest(position: Int64) async throws {
    let log = LogFixture()
    try await log.add(10)
    let subscription = try await log.tail.subscribe(.room("r"), after: position)
    guard case .reset = await subscription.next() else { return #expect(Bool(false), "no reset") }
    #expect(try await positions(of: subscription, 10) == Array(1...10))
  }

  @Test func whoIsOvertakenByTrimmingIsToldAndEnds() async throws {
    let log = LogFixture(capacity: 4)
    try await log.add(1)
    let subscription = try await log.tail.subscribe(.room("r"), after: 0)
    #expect(try await positions(of: subscription, 1) == [1])
    for _ in 0..<30 { try await log.add(1) }
    _ = try await log.store.trimEvents(recordedBefore: 2, limit: 21)
    guard case .lagged(let dropped) = await subscription.next() else { return #expect(Bool(false), "not lagged") }
    #expect(dropped == 20)
    #expect(await subscription.next() == nil)
  }

  @Test func cancellationReturnsNilAndFreesTheFollower() async throws {
    let log = LogFixture()
    let subscription = try await log.tail.subscribe(.room("r"), after: nil)
    #expect(log.tail.subscriberCount == 1)
    let task = Task { await subscription.next() }
    #expect(await eventually { log.tail.waitingCount == 1 })
    task.cancel()
    #expect(await task.value == nil)
    #expect(log.tail.subscriberCount == 0)
  }

  @Test func closingFromOutsideAndClosingAllEndTheWaiting() async throws {
    let log = LogFixture()
    let first = try await log.tail.subscribe(.room("r"), after: nil)
    let second = try await log.tail.subscribe(.tenant("t"), after: nil)
    async let one = first.next()
    async let other = second.next()
    #expect(await eventually { log.tail.waitingCount == 2 })
    first.close()
    #expect(await one == nil)
    #expect(log.tail.subscriberCount == 1)
    log.tail.closeAll()
    #expect(await other == nil)
    let late = try await log.tail.subscribe(.room("r"), after: 0)
    #expect(await late.next() == nil)
    #expect(log.tail.subscriberCount == 0)
  }

  @Test func lettingASubscriptionGoFreesIt() async throws {
    let log = LogFixture()
    do { _ = try await log.tail.subscribe(.room("r"), after: nil) }
    #expect(log.tail.subscriberCount == 0)
  }

  @Test func aStoreThatCannotBeReadEndsTheStream() async throws {
    let log = LogFixture(capacity: 2)
    let subscription = try await log.tail.subscribe(.room("r"), after: 0)
    try await log.add(20)
    await log.store.close()
    #expect(await subscription.next() == nil)
  }

  @Test func heartbeatsReachEveryWaitingFollowerOnceInAnInterval() async throws {
    let log = LogFixture()
    let time = ManualTime()
    let beats = Tally()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<25 {
        let subscription = try await log.tail.subscribe(.room("r\(index)"), after: nil)
        group.addTask {
          while case .idle = await subscription.next() { beats.add(index) }
        }
      }
      group.addTask { await log.tail.beat(every: .seconds(10), time) }
      for _ in 0..<30 {
        #expect(await time.waitForSleepers(1))
        #expect(await eventually { log.tail.waitingCount == 25 })
        await time.advance(by: .seconds(1))
      }
      #expect(await eventually { beats.counts == Dictionary(uniqueKeysWithValues: (0..<25).map { ($0, 3) }) })
      log.tail.closeAll()
      group.cancelAll()
    }
  }

  @Test func thousandsOfFollowersAllGetTheEvent() async throws {
    let log = LogFixture()
    let heard = Tally()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<5_000 {
        let subscription = try await log.tail.subscribe(.room("r"), after: nil)
        group.addTask {
          if await subscription.next()?.positions == [1] { heard.add(0) }
        }
      }
      try await log.add(1)
      try await group.waitForAll()
    }
    #expect(heard.counts[0] == 5_000)
  }

  @Test func concurrentWritersAndFollowersLoseNothing() async throws {
    let log = LogFixture(capacity: 8)
    try await withThrowingTaskGroup(of: [Int64].self) { group in
      for room in 0..<8 { try await log.add(1, to: "r\(room)") }
      for _ in 0..<16 {
        let subscription = try await log.tail.subscribe(.tenant("t"), after: 0)
        group.addTask { try await positions(of: subscription, 408) }
      }
      for room in 0..<8 {
        group.addTask {
          for _ in 0..<50 { try await log.add(1, to: "r\(room)") }
          return Array(1...408)
        }
      }
      for try await found in group { #expect(found == Array(1...408)) }
    }
  }
}
