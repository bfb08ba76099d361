import MeetingCore
import Store
import Testing

@testable import GatewayEngine

@Suite struct TimedReconciliationTests {
  private static let quick = ReconciliationOptions(
    interval: .milliseconds(20), idleInterval: .milliseconds(20), requestsPerMinute: 600_000, tick: .milliseconds(5))

  /// Runs the timer while the body runs.
  private func timed(_ world: World, _ body: () async throws -> Void) async throws {
    let timer = Task { await world.gateway.reconcileOnTime() }
    defer { timer.cancel() }
    try await body()
  }

  private func shown(_ people: [String], stage: Fact.Stage = .live) -> RoomSnapshot {
    RoomSnapshot(
      asOf: 0, stage: stage, session: "s-1",
      participants: people.map {
        SnapshotParticipant(joined: .init(connection: "c-\($0)", person: $0, session: "s-1"), joinedAt: nil)
      })
  }

  @Test func whatNoDeliveryToldIsFoundOnce() async throws {
    let world = World(reconciliation: Self.quick)
    let room = try await world.create().room
    world.vendor.show(shown(["ana", "bo"]))
    try await timed(world) { () async throws in
      #expect(
        try await world.eventually { try await world.eventTypes(room.id).count { $0 == "participant.joined" } == 2 })
      world.vendor.show(shown(["ana"]))
      #expect(try await world.eventually { try await world.eventTypes(room.id).contains("participant.left") })
      let reads = world.vendor.calls.count { $0 == "snapshot" }
      #expect(await world.eventually { world.vendor.calls.count { $0 == "snapshot" } > reads + 5 })
      let types = try await world.eventTypes(room.id)
      #expect(types.count { $0 == "participant.left" } == 1, "further readings find nothing new")
      #expect(types.count { $0 == "participant.joined" } == 2)
    }
    let events = try await world.gateway.events(
      .room(room.id), from: .oldest, types: nil, limit: 100, caller: world.caller
    ).events
    let left = try #require(events.first { event in event.type == "participant.left" })
    #expect(String(decoding: left.body, as: UTF8.self).contains(#""source":"reconcile""#))
  }

  @Test func anEndedRoomIsReadNoMore() async throws {
    let world = World(reconciliation: Self.quick)
    let room = try await world.create().room
    world.vendor.show(shown([], stage: .ended))
    try await timed(world) { () async throws in
      #expect(try await world.eventually { try await world.eventTypes(room.id).last == "room.ended" })
      let reads = world.vendor.calls.count { $0 == "snapshot" }
      let other = try await world.create().room
      #expect(try await world.eventually { try await world.eventTypes(other.id).last == "room.ended" })
      #expect(world.vendor.calls.count { $0 == "snapshot" } <= reads + 2)
    }
  }

  @Test func aControlWhoseAnswerIsLostIsLookedAfterSoon() async throws {
    let slow = ReconciliationOptions(
      interval: .seconds(600), idleInterval: .seconds(600), requestsPerMinute: 600_000, tick: .milliseconds(5))
    let world = World(reconciliation: slow)
    let room = try await world.create().room
    try await timed(world) { () async throws in
      #expect(await world.eventually { world.vendor.calls.contains("snapshot") })
      world.vendor.show(shown([], stage: .ended))
      world.vendor.failEnds(ProviderFailure(.timeout, executed: .maybe, operation: "end"))
      await #expect(throws: GatewayError.self) { () async throws in
        _ = try await world.gateway.end(room.id, caller: world.caller)
      }
      #expect(try await world.eventually { try await world.eventTypes(room.id).last == "room.ended" })
    }
  }
}
