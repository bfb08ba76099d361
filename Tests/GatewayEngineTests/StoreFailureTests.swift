import GatewayEngine
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Store
import Testing

/// The store fails after the vendor has done its work: nothing is doubled when it works again.
@Suite struct StoreFailureTests {
  /// Commits that bring a room out of creation fail until `opens`.
  private func refusingRooms(_ world: World) {
    world.store.beforeCommit { commit in
      if case .update(let record, _) = commit.room, record.phase != "creating" { return StoreFailure("disk full") }
      return nil
    }
  }

  @Test func aRoomTheVendorMadeIsNotLostWithTheCommitThatFailed() async throws {
    let world = World()
    refusingRooms(world)
    let error = await #expect(throws: GatewayError.self) { try await world.create("evening") }
    #expect(error?.code == .storeUnavailable)
    #expect(error?.retryAfterSeconds == 1)
    world.store.beforeCommit(nil)
    #expect(try await eventually { try await world.store.creatingRooms().isEmpty }, "without being asked again")
    _ = try await world.create("evening")
    #expect(world.vendor.calls.filter { $0 == "create" }.count == 1)
  }

  @Test func aKeyedCreateWhoseCommitFailedIsOneRoom() async throws {
    let world = World()
    refusingRooms(world)
    let claim = world.claim("k")
    #expect(try await world.gateway.beginIdempotent(claim) == .run)
    await #expect(throws: GatewayError.self) {
      try await world.gateway.createRoom(world.request(), claim: claim, caller: world.caller)
    }
    await world.gateway.interruptIdempotent(claim)
    world.store.beforeCommit(nil)
    #expect(try await world.gateway.beginIdempotent(claim) == .run)
    let room = try await world.gateway.createRoom(world.request(), claim: claim, caller: world.caller).view.room.id
    #expect(world.vendor.roomCount == 1)
    #expect(try await world.eventTypes(room) == ["room.created"])
  }

  @Test func aRoomThatSurelyFailedIsForgottenOnceTheStoreWorks() async throws {
    let world = World()
    world.vendor.nextCreates(.refuses(ProviderFailure(.invalid, executed: .no, operation: "create")))
    world.store.beforeCommit { commit in
      if case .delete = commit.room { return StoreFailure("disk full") }
      return nil
    }
    let error = await #expect(throws: GatewayError.self) { try await world.create("evening") }
    #expect(error?.code == .storeUnavailable)
    world.store.beforeCommit(nil)
    #expect(try await eventually { try await world.store.creatingRooms().isEmpty })
    #expect(try await world.create("evening").room.phase == .backstage)
  }

  @Test func deliveriesThatCouldNotBeTakenInAreTakenInLater() async throws {
    let world = World()
    let gate = Gate()
    world.vendor.nextCreates(.waits(gate))
    async let created = world.create("evening")
    #expect(await eventually { gate.waiting == 1 })
    let room = try #require(try await world.store.creatingRooms().first?.id)
    try await world.joined(room, "ps-1", "leo", id: "w-1")
    world.store.beforeCommit { $0.inbox.isEmpty ? nil : StoreFailure("disk full") }
    gate.open()
    #expect(try await created.room.phase == .backstage, "the room is there whatever waits for it")
    world.store.beforeCommit(nil)
    #expect(try await eventually { try await world.eventTypes(room).contains("participant.joined") })
  }
}
