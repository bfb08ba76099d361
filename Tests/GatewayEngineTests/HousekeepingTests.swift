import Clocks
import GatewayEngine
import MeetingCore
import Metrics
import ProviderTesting
import Store
import StructuredLogging
import Testing

@Suite struct HousekeepingTests {
  private static let retention = RetentionOptions(
    events: .seconds(3_600), deliveries: .seconds(600), interval: .seconds(60))

  /// Runs the housekeeping on a clock that only moves when told to.
  private func kept(
    _ retention: RetentionOptions = Self.retention, _ body: (World, ManualTime) async throws -> Void
  ) async throws {
    let time = ManualTime()
    let world = World(retention: retention, time: time)
    let house = Task { await world.gateway.keepHouse() }
    defer { house.cancel() }
    #expect(await time.waitForSleepers(1))
    try await body(world, time)
  }

  /// Turn by turn: time that runs ahead of a turn would move the next.
  private func pass(turns: Int, _ time: ManualTime) async {
    for _ in 0..<turns {
      await time.advance(by: Self.retention.interval)
      #expect(await time.waitForSleepers(1), "it waits for its next turn")
    }
  }

  @Test func eventsGoWhenTheirTimeIsOverAndNotBefore() async throws {
    try await kept { world, time in
      let room = try await world.create().room.id
      await pass(turns: 59, time)
      #expect(try await world.store.logBounds().oldest == 1)
      _ = try await world.create()
      await pass(turns: 2, time)
      #expect(try await world.eventTypes(room).isEmpty)
      let bounds = try await world.store.logBounds()
      #expect(bounds.oldest == 2 && bounds.newest == 2)
      #expect(world.metrics.value("switchboard_store_cleared_total", ["what": "events"]) == 1)
    }
  }

  @Test func eventsStayWhenTheyAreToStay() async throws {
    let retention = RetentionOptions(events: .zero, deliveries: .seconds(600), interval: .seconds(60))
    try await kept(retention) { world, time in
      let room = try await world.create().room.id
      await pass(turns: 10_000, time)
      #expect(try await world.eventTypes(room) == ["room.created"])
    }
  }

  @Test func idempotencyKeysGoWhenTheyExpire() async throws {
    try await kept { world, time in
      let day = time.wallNanoseconds + 86_400 * 1_000_000_000
      let claims = (0..<1_203).map { number in
        IdempotencyClaim(
          principal: "key_1", route: "POST /v1/rooms", key: "k\(number)", fingerprint: [1], owner: "one", expiresAt: day
        )
      }
      for claim in claims { _ = try await world.store.claim(claim, now: time.wallNanoseconds) }
      await pass(turns: 1_439, time)
      #expect(world.metrics.value("switchboard_store_cleared_total", ["what": "rows"]) == 0)
      await pass(turns: 1, time)
      #expect(world.metrics.value("switchboard_store_cleared_total", ["what": "rows"]) == 1_203, "more than one batch")
    }
  }

  @Test func deliveriesAreKnownForTheirTime() async throws {
    try await kept { world, time in
      let room = try await world.create().room.id
      try await world.joined(room, "c1", "ana", id: "delivery-1")
      await pass(turns: 10, time)
      #expect(try await world.store.hasDelivery(provider: "fake-main", key: "delivery-1"))
      await pass(turns: 2, time)
      #expect(try await world.store.hasDelivery(provider: "fake-main", key: "delivery-1") == false)
    }
  }

  @Test func aStoreThatFailsIsClearedNextTime() async throws {
    try await kept { world, time in
      _ = try await world.create()
      await pass(turns: 59, time)
      world.store.failNextCommits(1)
      await pass(turns: 2, time)
      #expect(world.log.lines.contains { $0.contains("could not be cleared") })
      await pass(turns: 1, time)
      #expect(try await world.store.logBounds().oldest == 2)
    }
  }
}
