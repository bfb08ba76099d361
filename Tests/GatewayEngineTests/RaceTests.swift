import GatewayEngine
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Store
import Testing

@Suite struct RaceTests {
  /// The caller, the vendor and a read of it all say at once that a room is over.
  @Test func anEndFromThreeSidesIsOneEnd() async throws {
    let world = World()
    for round in 0..<20 {
      let room = try await world.create().room.id
      try await world.joined(room, "ps-\(round)", "ana")
      world.vendor.show(RoomSnapshot(asOf: 0, stage: .ended))
      async let ended: Outcome = world.gateway.end(room, caller: world.caller)
      async let told = world.hook(["type": "ended", "room": .string(room)])
      async let read = world.gateway.reconcile(room)
      _ = try await (ended, told, read)
      let types = try await world.eventTypes(room)
      for type in ["participant.left", "session.ended", "room.ended"] {
        #expect(types.count { $0 == type } == 1, "\(type) in round \(round)")
      }
    }
  }

  /// The same news as twenty deliveries of their own, and as one delivery twenty times.
  @Test(arguments: [true, false]) func newsThatComesTwentyTimesAtOnceIsOneEvent(_ isOneDelivery: Bool) async throws {
    let world = World()
    let room = try await world.create().room.id
    try await withThrowingTaskGroup(of: HookAnswer.self) { group in
      for number in 0..<20 {
        group.addTask {
          try await world.hook(
            ["type": "joined", "room": .string(room), "connection": "ps-1", "person": "ana"],
            id: isOneDelivery ? "w-1" : "w-\(number)")
        }
      }
      for try await answer in group { #expect(answer == .accepted) }
    }
    let types = try await world.eventTypes(room)
    #expect(types.count { $0 == "participant.joined" } == 1)
    #expect(types.count { $0 == "session.started" } == 1)
  }

  /// The log and the store show a commit before its caller knows of it: nobody may see the room older than that.
  @Test func whoeverSawAnEventSeesTheRoomAsItIsAfterIt() async throws {
    let world = World()
    let room = try await world.create().room.id
    let gate = Gate()
    world.store.afterCommit { await gate.wait() }
    async let live: Outcome = world.gateway.goLive(room, caller: world.caller)
    #expect(await eventually { gate.waiting == 1 })
    let logged = try await world.store.events(EventQuery(scope: .room(room), after: 0, limit: 10))
    #expect(logged.last?.type == "room.went_live")
    async let read = world.gateway.room(room, caller: world.caller)
    for _ in 0..<100 { await Task.yield() }
    gate.open()
    #expect(try await read.room.phase == .live)
    #expect(try await live.changed == true)
  }

  /// A control that hangs at the vendor does not hold up the vendor's deliveries.
  @Test func aDeliveryIsAnsweredWhileAControlIsStillAtTheVendor() async throws {
    let world = World()
    let room = try await world.create().room.id
    let gate = Gate()
    world.vendor.holdGoLive(at: gate)
    async let live: Outcome = world.gateway.goLive(room, caller: world.caller)
    #expect(await eventually { gate.waiting == 1 })
    try await world.joined(room, "ps-1", "ana")
    #expect(gate.waiting == 1, "the control is still there")
    #expect(try await world.eventTypes(room).contains("participant.joined"))
    gate.open()
    #expect(try await live.changed == true)
  }
}
