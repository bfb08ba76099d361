import Clocks
import JSONCoding
import MeetingCore
import Metrics
import ProgramTesting
import ProviderTesting
import Store
import Testing

@testable import GatewayEngine

@Suite("Tenants are told when a provider is in trouble")
struct ConditionTests {
  private static let down = ProviderFailure(.unavailable, executed: .maybe, operation: "end")

  /// A gateway whose clock stands still, with what it does in the background.
  private func running(
    _ world: World, _ time: ManualTime, _ body: (_ passes: (Int) async -> Void) async throws -> Void
  ) async throws {
    let loops = [
      Task { await world.gateway.tellConditions() }, Task { await world.gateway.reconcileOnTime() },
      Task { await world.gateway.keepConnections() },
    ]
    let result: Result<Void, any Error>
    do {
      result = .success(
        try await body { seconds in
          for _ in 0..<seconds { await time.advance(by: .seconds(1)) }
        })
    } catch { result = .failure(error) }
    for loop in loops { loop.cancel() }
    for loop in loops { await loop.value }
    try result.get()
  }

  private func told(_ world: World) async throws -> [JSON] {
    let events = try await world.gateway.events(
      .tenant, from: .oldest, types: "provider.*", limit: 100, caller: world.caller
    ).events
    return try events.map { try JSON.parse($0.body, mode: .strict) }
  }

  private func words(_ world: World) async throws -> [String] {
    try await told(world).map { event in
      [event["type"], event["data"]?["operation_class"], event["data"]?["reason"]].map { $0?.stringValue ?? "-" }
        .joined(separator: " ")
    }
  }

  private func expect(_ words: [String], _ world: World, _ passes: (Int) async -> Void) async throws {
    _ = try await eventually {
      if try await self.words(world) == words { return true }
      await passes(1)
      return false
    }
    let told = try await self.words(world)
    #expect(told == words)
  }

  @Test func aBreakerThatOpensAndClosesIsToldOnceEach() async throws {
    let time = ManualTime()
    let world = World(reconciliation: ReconciliationOptions(requestsPerMinute: 0), time: time)
    let room = try await world.create().room
    try await running(world, time) { passes in
      world.vendor.failEnds(Self.down, Self.down, Self.down, Self.down, Self.down)
      for _ in 0..<5 { _ = try? await world.gateway.end(room.id, caller: world.caller) }
      try await expect(["provider.degraded write breaker_open"], world, passes)
      let view = try world.gateway.provider("fake-main")
      #expect(view.health == .degraded)
      #expect(view.troubles.map(\.operations) == [.write])
      #expect(view.troubles.map(\.reason) == [.breakerOpen])
      let labels: Labels = ["provider": "fake-main", "operations": "write"]
      #expect(world.metrics.value("switchboard_provider_degraded", labels) == 1)
      await passes(20)
      _ = try await world.gateway.end(room.id, caller: world.caller)
      await passes(20)
      #expect(try await words(world).count == 1, "it was well for a moment")
      try await expect(
        ["provider.degraded write breaker_open", "provider.recovered write breaker_open"], world, passes)
      #expect(try world.gateway.provider("fake-main").troubles.isEmpty)
      #expect(world.metrics.value("switchboard_provider_degraded", labels) == 0)
      #expect(world.metrics.value("switchboard_provider_degraded_total", labels) == 1)
      let event = try #require(try await told(world).first)
      for name in ["room_id", "session_id", "sequence", "provider_event"] { #expect(event[name] == .null) }
      #expect(event["provider"] == "fake-main")
      #expect(event["provider_kind"] == "fake")
      #expect(try await !world.eventTypes(room.id).contains { $0.hasPrefix("provider.") }, "no room tells it")
    }
  }

  @Test func roomsThatCannotBeReadAreTold() async throws {
    let time = ManualTime()
    let world = World(
      reconciliation: ReconciliationOptions(interval: .seconds(5), requestsPerMinute: 600, tick: .seconds(1)),
      time: time)
    _ = try await world.create()
    world.vendor.show(RoomSnapshot(asOf: 0, stage: .backstage))
    // A refusal opens no breaker.
    world.vendor.failReads(ProviderFailure(.forbidden, executed: .no, operation: "read"))
    try await running(world, time) { passes in
      await passes(30)
      #expect(try await words(world).isEmpty)
      try await expect(["provider.degraded read reading_failed"], world, passes)
      world.vendor.failReads(nil)
      try await expect(
        ["provider.degraded read reading_failed", "provider.recovered read reading_failed"], world, passes)
    }
  }

  @Test func aConnectionLostForLongIsTold() async throws {
    let time = ManualTime()
    let watcher = FakeWatcher()
    let world = World(
      vendor: FakeVendor(watcher: watcher), reconciliation: ReconciliationOptions(requestsPerMinute: 0),
      leases: LeaseOptions(duration: .seconds(86_400), renewal: .seconds(20_000), patience: .seconds(40_000)),
      time: time)
    try await running(world, time) { passes in
      #expect(await eventually { watcher.alive == 1 })
      await passes(60)
      #expect(try await words(world).isEmpty, "without a room it is well too")
      watcher.cut()
      #expect(
        await eventually {
          await passes(1)
          return watcher.alive == 1
        })
      await passes(60)
      #expect(try await words(world).isEmpty, "it was lost for a moment")
      let refusal = ProviderFailure(.forbidden, executed: .no, operation: "connect")
      watcher.refuse(refusal, refusal)
      watcher.cut()
      try await expect(["provider.degraded events feed_lost"], world, passes)
      try await expect(["provider.degraded events feed_lost", "provider.recovered events feed_lost"], world, passes)
    }
  }

  @Test func whatWasToldBeforeARestartStillStands() async throws {
    let store = InMemoryStore()
    let quiet = ReconciliationOptions(requestsPerMinute: 0)
    let time = ManualTime()
    let first = World(store: store, reconciliation: quiet, time: time)
    let room = try await first.create().room
    first.vendor.failEnds(Self.down, Self.down, Self.down, Self.down, Self.down)
    for _ in 0..<5 { _ = try? await first.gateway.end(room.id, caller: first.caller) }
    let degraded = "provider.degraded write breaker_open"
    try await running(first, time) { passes in try await expect([degraded], first, passes) }

    let second = World(store: store, instance: "two", reconciliation: quiet, time: time)
    try await running(second, time) { passes in
      #expect(await eventually { (try? second.gateway.provider("fake-main").troubles.count) == 1 })
      await passes(10)
      #expect(try await words(second) == [degraded], "it is not told again")
      try await expect([degraded, "provider.recovered write breaker_open"], second, passes)
    }

    let third = World(store: store, instance: "three", reconciliation: quiet, time: time)
    try await running(third, time) { passes in
      await passes(40)
      let (told, view) = (try await words(third), try third.gateway.provider("fake-main"))
      #expect(told.count == 2)
      #expect(view.troubles.isEmpty)
    }
  }

  @Test func whatTheStoreDoesNotTakeIsToldLater() async throws {
    let time = ManualTime()
    let world = World(reconciliation: ReconciliationOptions(requestsPerMinute: 0), time: time)
    let room = try await world.create().room
    world.vendor.failEnds(Self.down, Self.down, Self.down, Self.down, Self.down)
    for _ in 0..<5 { _ = try? await world.gateway.end(room.id, caller: world.caller) }
    world.store.failNextCommits(3)
    try await running(world, time) { passes in
      try await expect(["provider.degraded write breaker_open"], world, passes)
    }
  }
}
