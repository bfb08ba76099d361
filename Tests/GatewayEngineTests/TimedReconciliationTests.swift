import Clocks
import MeetingCore
import ProgramTesting
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
        try await eventually { try await world.eventTypes(room.id).count { $0 == "participant.joined" } == 2 })
      world.vendor.show(shown(["ana"]))
      #expect(try await eventually { try await world.eventTypes(room.id).contains("participant.left") })
      let reads = world.vendor.calls.count { $0 == "snapshot" }
      #expect(await eventually { world.vendor.calls.count { $0 == "snapshot" } > reads + 5 })
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

  /// The vendor let somebody into a room that has ended, and the delivery that told of it was lost.
  @Test func whoIsFoundInAnEndedRoomIsThrownOut() async throws {
    let world = World(reconciliation: Self.quick)
    let room = try await world.create().room
    world.vendor.show(shown(["ana"], stage: .ended))
    _ = try await world.gateway.end(room.id, caller: world.caller)
    try await timed(world) { () async throws in
      #expect(await eventually { world.vendor.calls.contains { $0.hasPrefix("remove ana") } })
    }
    let types = try await world.eventTypes(room.id)
    #expect(types.count { $0 == "participant.joined" } == 1)
    #expect(types.count { $0 == "participant.left" } == 1)
    #expect(types.count { $0 == "room.ended" } == 1)
  }

  /// Right after its end a room empties by itself, and after an hour nobody looks any more.
  @Test func anEndedRoomIsLookedAtForAnHour() async throws {
    let time = ManualTime()
    let options = ReconciliationOptions(interval: .seconds(30), idleInterval: .seconds(300), tick: .seconds(10))
    let world = World(reconciliation: options, time: time)
    let room = try await world.create().room
    _ = try await world.gateway.end(room.id, caller: world.caller)
    let timer = Task { await world.gateway.reconcileOnTime() }
    var reads: [Int] = []
    for _ in 0..<400 {
      #expect(await time.waitForSleepers(1))
      reads.append(world.vendor.calls.count { $0 == "snapshot" })
      await time.advance(by: .seconds(10))
    }
    timer.cancel()
    await timer.value
    #expect(reads[2] == 0)
    #expect(reads[4] == 1)
    #expect(reads[370] == 12)
    #expect(reads.last == 12)
  }

  @Test func aControlWhoseAnswerIsLostIsLookedAfterSoon() async throws {
    let slow = ReconciliationOptions(
      interval: .seconds(600), idleInterval: .seconds(600), requestsPerMinute: 600_000, tick: .milliseconds(5))
    let world = World(reconciliation: slow)
    let room = try await world.create().room
    try await timed(world) { () async throws in
      #expect(await eventually { world.vendor.calls.contains("snapshot") })
      world.vendor.show(shown([], stage: .ended))
      world.vendor.failEnds(ProviderFailure(.timeout, executed: .maybe, operation: "end"))
      await #expect(throws: GatewayError.self) { () async throws in
        _ = try await world.gateway.end(room.id, caller: world.caller)
      }
      #expect(try await eventually { try await world.eventTypes(room.id).last == "room.ended" })
    }
  }
}
