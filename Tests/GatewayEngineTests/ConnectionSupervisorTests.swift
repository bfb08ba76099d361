import Clocks
import MeetingCore
import Metrics
import ProgramTesting
import ProviderTesting
import Store
import Testing

@testable import GatewayEngine

@Suite("Connections that follow rooms")
struct ConnectionSupervisorTests {
  private static let quick = LeaseOptions(
    duration: .milliseconds(600), renewal: .milliseconds(20), patience: .milliseconds(400))

  private func world(_ watcher: FakeWatcher, store: InMemoryStore = InMemoryStore(), instance: String = "one") -> World
  {
    World(vendor: FakeVendor(watcher: watcher), store: store, instance: instance, leases: Self.quick)
  }

  /// Keeps connections while the body runs.
  private func kept(_ world: World, _ body: () async throws -> Void) async throws {
    let keeper = Task { await world.gateway.keepConnections() }
    do { try await body() } catch {
      keeper.cancel()
      await keeper.value
      throw error
    }
    keeper.cancel()
    await keeper.value
  }

  private func joined(_ room: String, _ person: String, key: String? = nil) -> WebhookDelivery {
    let fact = Fact(
      occurredAt: Timestamp(nanoseconds: SystemTime().wallNanoseconds), source: .socket, key: key,
      .joined(.init(connection: "c-\(person)", person: person, session: "s-1")))
    return WebhookDelivery(roomKey: room, facts: [fact])
  }

  @Test func roomsAreFollowedAsTheyComeAndGo() async throws {
    let watcher = FakeWatcher()
    let world = world(watcher)
    let first = try await world.create().room
    try await kept(world) { () async throws in
      #expect(await eventually { watcher.lists.last == [first.id] })
      let second = try await world.create().room
      #expect(await eventually { watcher.lists.last == [first.id, second.id].sorted() }, "told at once")
      _ = try await world.gateway.end(first.id, caller: world.caller)
      _ = try await world.create()
      #expect(await eventually { watcher.lists.last?.contains(first.id) == false })
      #expect(world.metrics.value("switchboard_watching", ["provider": "fake-main"]) == 1)
    }
    #expect(watcher.alive == 0)
    #expect(world.metrics.value("switchboard_watching", ["provider": "fake-main"]) == 0)
  }

  @Test func whatIsToldBecomesAnEventOnce() async throws {
    let watcher = FakeWatcher()
    let world = world(watcher)
    let room = try await world.create().room
    try await kept(world) { () async throws in
      #expect(await eventually { watcher.alive == 1 })
      watcher.port?.take(joined(room.id, "ana"))
      watcher.port?.take(joined("room_unknown", "bo"))
      watcher.port?.take(WebhookDelivery(roomKey: nil, facts: []))
      #expect(try await eventually { try await world.eventTypes(room.id).contains("participant.joined") })
      try await world.joined(room.id, "c-ana", "ana", id: "delivered as well")
      let types = try await world.eventTypes(room.id)
      #expect(types.count { $0 == "participant.joined" } == 1)
      #expect(
        await eventually {
          world.metrics.value("switchboard_watched_events_total", ["provider": "fake-main", "outcome": "unmatched"])
            == 2
        })
    }
  }

  @Test func theSameFactByTwoWaysAtOnceIsOne() async throws {
    let watcher = FakeWatcher()
    let world = world(watcher)
    let room = try await world.create().room
    try await kept(world) { () async throws in
      #expect(await eventually { watcher.alive == 1 })
      let odd = Fact(
        occurredAt: Timestamp(nanoseconds: SystemTime().wallNanoseconds), source: .socket, key: "odd:1",
        .unknown(type: "odd", payload: JSONText("{}")))
      for _ in 0..<20 { watcher.port?.take(WebhookDelivery(roomKey: room.id, facts: [odd])) }
      watcher.port?.take(joined(room.id, "ana"))
      #expect(try await eventually { try await world.eventTypes(room.id).contains("participant.joined") })
      #expect(try await world.eventTypes(room.id).count { $0 == "provider.event" } == 1)
    }
  }

  @Test func aLostConnectionIsMadeAgainAndWhatWasMissedIsReadLater() async throws {
    let watcher = FakeWatcher()
    let world = world(watcher)
    let room = try await world.create().room
    try await kept(world) { () async throws in
      #expect(await eventually { watcher.lists.count == 1 })
      _ = world.gateway.services.hints.take("fake-main")
      watcher.refuse(ProviderFailure(.unavailable, executed: .no, operation: "connect"))
      watcher.cut()
      #expect(await eventually { watcher.lists.count == 2 })
      #expect(watcher.began == 3, "one, one refused, one more")
      #expect(watcher.lists.last == [room.id], "all rooms again")
      #expect(await eventually { world.gateway.services.hints.take("fake-main") == [room.id] })
      #expect(world.metrics.value("switchboard_watching_lost_total", ["provider": "fake-main"]) == 2)
    }
  }

  @Test func ofTwoGatewaysOneFollowsAndTheOtherTakesOver() async throws {
    let (watcher, other, store) = (FakeWatcher(), FakeWatcher(), InMemoryStore())
    let (one, two) = (world(watcher, store: store), world(other, store: store, instance: "two"))
    let second = Task { await two.gateway.keepConnections() }
    #expect(await eventually { other.alive == 1 })
    try await kept(one) { () async throws in
      #expect(watcher.began == 0, "the lease is somebody else's")
      second.cancel()
      await second.value
      #expect(other.alive == 0)
      #expect(await eventually { watcher.alive == 1 }, "what was given back is free")
      #expect(other.began == 1)
    }
  }

  @Test func whatALateHolderWasToldIsNotTaken() async throws {
    let (watcher, store) = (FakeWatcher(), InMemoryStore())
    let world = world(watcher, store: store)
    let room = try await world.create().room
    try await kept(world) { () async throws in
      #expect(await eventually { watcher.alive == 1 })
      let port = try #require(watcher.port)
      let now = SystemTime().wallNanoseconds
      // As if this process had slept through its lease: somebody else has it.
      #expect(
        try await store.takeLease("watch:fake-main", owner: "two", now: now + 3_600_000_000_000, until: .max) != nil)
      port.take(joined(room.id, "ana"))
      #expect(await eventually { watcher.alive == 0 })
      #expect(try await world.eventTypes(room.id).contains("participant.joined") == false)
      #expect(watcher.began == 1)
    }
  }

  @Test func backOffGrowsAndStartsAnewAfterAGoodTime() {
    var backOff = WatchBackOff()
    let lost = ProviderFailure(.unavailable, executed: .no, operation: "connect")
    let pauses = (0..<9).map { _ in backOff.pause(after: lost, lasted: .zero, random: 1) }
    #expect(pauses.first == .milliseconds(250))
    #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(pauses.last == .seconds(30))
    #expect(backOff.pause(after: lost, lasted: .seconds(31), random: 0) == .milliseconds(125))
    let limited = ProviderFailure(.rateLimited(retryAfter: .seconds(7)), executed: .no, operation: "connect")
    #expect(backOff.pause(after: limited, lasted: .zero, random: 0) == .seconds(7))
    let forbidden = ProviderFailure(.forbidden, executed: .no, operation: "connect")
    #expect(backOff.pause(after: forbidden, lasted: .zero, random: 0) == .seconds(60))
    let expired = ProviderFailure(.credentials, executed: .no, operation: "connect")
    #expect(backOff.pause(after: expired, lasted: .seconds(3_600), random: 1) == .milliseconds(250))
  }
}
