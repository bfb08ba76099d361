import GatewayEngine
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Store
import Testing

@Suite struct CreationTests {
  @Test func aRoomIsListedOnlyOnceTheVendorHasIt() async throws {
    let world = World()
    let gate = Gate()
    world.vendor.nextCreates(.waits(gate))
    async let created = world.create("evening")
    #expect(await eventually { gate.waiting == 1 })
    let rooms = try await world.gateway.rooms(RoomQuery(tenant: ""), cursor: nil, caller: world.caller)
    #expect(rooms.items.isEmpty)
    gate.open()
    #expect(try await created.room.phase == .backstage)
  }

  @Test func twentyCreatesOfOneExternalIDMakeOneRoom() async throws {
    let world = World()
    let ids = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<20 { group.addTask { try? await world.create("evening").room.id } }
      return await group.reduce(into: Set<String>()) { if let id = $1 { $0.insert(id) } }
    }
    #expect(ids.count == 1)
    #expect(world.vendor.calls.filter { $0 == "create" }.count == 1)
  }

  @Test func anotherBodyUnderTheSameExternalIDIsRefused() async throws {
    let world = World()
    let first = try await world.create("evening")
    let other = world.request("evening", title: "B")
    let error = await #expect(throws: GatewayError.self) {
      try await world.gateway.createRoom(other, claim: nil, caller: world.caller)
    }
    #expect(error?.code == .roomExistsWithOtherParameters)
    #expect(error?.existingID == first.room.id)
    #expect(error?.issues.map(\.pointer) == ["/title"])
  }

  @Test func anExternalIDIsFreeAgainAfterTheEnd() async throws {
    let world = World()
    let first = try await world.create("evening")
    _ = try await world.gateway.end(first.room.id, caller: world.caller)
    let second = try await world.create("evening")
    #expect(second.room.id != first.room.id)
  }

  @Test func aSurelyFailedCreateFreesItsExternalID() async throws {
    let world = World()
    world.vendor.nextCreates(.refuses(ProviderFailure(.forbidden, executed: .no, operation: "create")))
    let error = await #expect(throws: GatewayError.self) { try await world.create("evening") }
    #expect(error?.code == .providerError)
    #expect(try await world.create("evening").room.phase == .backstage)
  }

  @Test func aRoomThatTheVendorMadeLateIsEndedThere() async throws {
    let world = World()
    world.vendor.nextCreates(.worksLate)
    let error = await #expect(throws: GatewayError.self) { try await world.create("evening") }
    #expect(error?.code == .providerUnavailable)
    #expect(await eventually { world.vendor.calls.contains("end") })
    #expect(world.vendor.calls == ["create", "find", "find", "end"])
    #expect(try await world.create("evening").room.phase == .backstage)
  }

  @Test func aTimeOutThatLeftNothingBehindIsNoOpenQuestion() async throws {
    let world = World()
    world.vendor.nextCreates(.refuses(ProviderFailure(.timeout, executed: .no, operation: "create")))
    let error = await #expect(throws: GatewayError.self) { try await world.create("evening") }
    #expect(error?.code == .providerUnavailable)
    #expect(error?.retryAfterSeconds != nil)
    #expect(try await world.create("evening").room.phase == .backstage)
  }

  @Test func aLostAnswerIsReadBackAndMakesOneRoom() async throws {
    let world = World()
    world.vendor.nextCreates(.losesTheAnswer)
    let view = try await world.create("evening")
    #expect(view.room.phase == .backstage)
    #expect(world.vendor.roomCount == 1)
    #expect(try await world.eventTypes(view.room.id) == ["room.created"])
  }

  @Test func anUnknownOutcomeIsAnOperationThatTellsLater() async throws {
    let world = World()
    let down = ProviderFailure(.unavailable, executed: .maybe, operation: "find")
    world.vendor.nextCreates(.losesTheAnswer)
    world.vendor.failFinds(down, down, down, down)
    let error = await #expect(throws: GatewayError.self) { try await world.create("evening") }
    #expect(error?.code == .providerTimeout)
    let operation = try #require(error?.operation)
    let isSettled = try await eventually {
      try await world.gateway.operation(operation, caller: world.caller).state == .succeeded
    }
    #expect(isSettled)
    let result = try await world.gateway.operation(operation, caller: world.caller).result
    #expect(try await world.gateway.room(try #require(result), caller: world.caller).room.phase == .backstage)
    #expect(world.vendor.roomCount == 1)
  }

  @Test func aRoomLeftInCreationByADeadProcessIsSettledAtStart() async throws {
    let world = World()
    let gate = Gate()
    world.vendor.nextCreates(.waits(gate))
    let stuck = Task { try? await world.create("evening") }
    #expect(await eventually { gate.waiting == 1 })
    let next = World(vendor: world.vendor, store: world.store, instance: "two")
    try await next.gateway.start()
    #expect(try await next.create("evening").room.phase == .backstage)
    #expect(try await next.store.creatingRooms().isEmpty)
    gate.open()
    _ = await stuck.value
    #expect(next.vendor.roomCount == 1, "what the dead process had asked for comes late and is the same room")
  }

  @Test func aDeliveryThatOutrunsTheCreateIsTakenInAfterIt() async throws {
    let world = World()
    let gate = Gate()
    world.vendor.nextCreates(.waits(gate))
    async let created = world.create("evening")
    #expect(await eventually { gate.waiting == 1 })
    let id = try #require(try await world.store.creatingRooms().first?.id)
    #expect(
      try await world.hook(["type": "joined", "room": .string(id), "connection": "ps-1", "person": "nadia"])
        == .accepted)
    gate.open()
    let view = try await created
    #expect(view.session?.participantCount == 1)
    #expect(try await world.eventTypes(id) == ["room.created", "session.started", "participant.joined"])
  }
}
