import Clocks
import JSONCoding
import MeetingCore
import Metrics
import ProgramTesting
import ProviderTesting
import RoomReducer
import Store
import Testing

@testable import GatewayEngine

@Suite("Seats in rooms")
struct SeatTests {
  private static let quick = SeatOptions(
    linger: .milliseconds(40), deafAfter: .milliseconds(40), rereading: .milliseconds(50))

  private func world(_ inside: FakeInside, seats: SeatOptions = quick, store: InMemoryStore = InMemoryStore()) -> World
  {
    World(vendor: FakeVendor(seats: FakeSeats(inside: inside)), store: store, seats: seats)
  }

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

  private func left(_ world: World, _ room: String, _ connection: String, _ person: String) async throws {
    try await world.hook(
      ["type": "left", "room": .string(room), "connection": .string(connection), "person": .string(person)])
  }

  private func fact(_ detail: Fact.Detail) -> Fact {
    Fact(occurredAt: Timestamp(nanoseconds: SystemTime().wallNanoseconds), source: .socket, detail)
  }

  private func value(_ world: World, _ name: String) -> Double? {
    world.metrics.value(name, ["provider": "fake-main"])
  }

  @Test func aSeatIsTakenWithTheFirstPersonAndLeftAWhileAfterTheLast() async throws {
    let inside = FakeInside()
    let world = world(inside)
    let (room, other) = (try await world.create().room.id, try await world.create().room.id)
    try await kept(world) { () async throws in
      try await world.joined(room, "c-ana", "ana")
      #expect(await eventually { inside.sitting(in: room).count == 1 })
      #expect(inside.sitting(in: other).isEmpty, "nobody is there")
      #expect(await eventually { value(world, "switchboard_seats") == 1 })
      try await left(world, room, "c-ana", "ana")
      #expect(await eventually { inside.sitting(in: room).isEmpty })
      #expect(inside.left == ["one"], "politely")
      #expect(await eventually { value(world, "switchboard_seats") == 0 })
      try await world.joined(room, "c-bo", "bo")
      #expect(await eventually { inside.sitting(in: room).count == 1 }, "and again for the next one")
      #expect(inside.took.count == 2)
    }
    #expect(inside.sitting(in: room).isEmpty, "stopping leaves it")
    let now = SystemTime().wallNanoseconds
    #expect(try await world.store.takeLease("seat:" + room, owner: "x", now: now, until: .max) != nil, "given back")
  }

  @Test func itStaysForWhoeverComesBackSoon() async throws {
    let inside = FakeInside()
    let world = world(inside, seats: SeatOptions(linger: .seconds(600)))
    let room = try await world.create().room.id
    try await kept(world) { () async throws in
      try await world.joined(room, "c-ana", "ana")
      #expect(await eventually { inside.sitting(in: room).count == 1 })
      try await left(world, room, "c-ana", "ana")
      try await world.joined(room, "c-ana2", "ana")
      await inside.tell([fact(.tracks(connection: "c-ana2", [.audio: TrackState(publishing: true)]))], in: room)
      #expect(try await world.eventTypes(room).last == "participant.updated")
      #expect(inside.took == ["one"])
    }
  }

  @Test func whatItHearsBecomesEventsOnce() async throws {
    let inside = FakeInside()
    let world = world(inside)
    let room = try await world.create().room.id
    try await kept(world) { () async throws in
      try await world.joined(room, "c-ana", "ana")
      #expect(await eventually { inside.sitting(in: room).count == 1 })
      let audio = Fact.Detail.tracks(connection: "c-ana", [.audio: TrackState(publishing: true, muted: false)])
      await inside.tell([fact(.joined(.init(connection: "c-ana", person: "ana"))), fact(audio)], in: room)
      await inside.tell([fact(audio), fact(.speaker(connection: "c-ana", level: 0.5))], in: room)
      await inside.tell([fact(.joined(.init(connection: "seat", person: nil, hidden: true)))], in: room)
      let types = try await world.eventTypes(room)
      #expect(types.suffix(3) == ["participant.joined", "participant.updated", "speaker.changed"])
      let ana = try await world.gateway.participants(room, .init(), limit: 10, cursor: nil, caller: world.caller)
      #expect(ana.items.map(\.isSpeaking) == [true])
      #expect(ana.items.map(\.audioLevel) == [0.5])
      #expect(ana.items.first?.participant.tracks[.audio]?.publishing == true)
    }
  }

  @Test func aLostSeatIsTakenAgainAndAfterAWhileWhatItKnewIsUnknown() async throws {
    let inside = FakeInside()
    let world = world(inside, seats: SeatOptions(linger: .seconds(600), deafAfter: .milliseconds(40)))
    let room = try await world.create().room.id
    try await kept(world) { () async throws in
      try await world.joined(room, "c-ana", "ana")
      #expect(await eventually { inside.sitting(in: room).count == 1 })
      let audio = Fact.Detail.tracks(connection: "c-ana", [.audio: TrackState(publishing: true, muted: false)])
      await inside.tell([fact(audio), fact(.speaker(connection: "c-ana", level: nil))], in: room)
      _ = world.gateway.services.hints.take("fake-main")
      inside.refuse(Self.unreachable, Self.unreachable)
      inside.cut(room, Self.unreachable)
      #expect(
        try await eventually {
          try await world.eventTypes(room).suffix(2) == ["speaker.changed", "participant.updated"]
        })
      let deaf = try await world.gateway.participants(room, .init(), limit: 10, cursor: nil, caller: world.caller)
      #expect(deaf.items.map(\.isSpeaking) == [nil])
      #expect(deaf.items.first?.participant.tracks[.audio] == nil)
      #expect(await eventually { inside.sitting(in: room).count == 1 }, "twice refused, then there again")
      #expect(value(world, "switchboard_seats_lost_total") == 3)
      #expect(await eventually { world.gateway.services.hints.take("fake-main") == [room] }, "and the room is read")
    }
  }

  @Test func nobodySitsDownAgainInARoomThatIsOver() async throws {
    let inside = FakeInside()
    let world = world(inside)
    let room = try await world.create().room.id
    try await kept(world) { () async throws in
      try await world.joined(room, "c-ana", "ana")
      #expect(await eventually { inside.sitting(in: room).count == 1 })
      // The vendor's session is over, and nobody has told: reading the room shows it.
      world.vendor.show(RoomSnapshot(asOf: 0, stage: .live, session: nil))
      inside.cut(room, nil)
      #expect(try await eventually { try await world.eventTypes(room).last == "session.ended" })
      #expect(await eventually { world.gateway.services.seats.presence(in: room) == .ended })
      #expect(inside.took == ["one"])
      let bo = fact(.joined(.init(connection: "c-bo", person: "bo", session: "s-2")))
      _ = try await world.gateway.services.commit(RoomSubmission([.fact(bo)]), to: room)
      #expect(await eventually { inside.sitting(in: room).count == 1 })
      _ = try await world.gateway.end(room, caller: world.caller)
      #expect(await eventually { inside.sitting(in: room).isEmpty }, "at once")
    }
    #expect(inside.took == ["one", "one"])
  }

  @Test func whoIsPushedOutComesBackOnlyWithItsLease() async throws {
    let inside = FakeInside()
    let world = world(inside)
    let room = try await world.create().room.id
    let pushedOut = ProviderFailure(.superseded, executed: .no, operation: "seat")
    try await kept(world) { () async throws in
      try await world.joined(room, "c-ana", "ana")
      #expect(await eventually { inside.sitting(in: room).count == 1 })
      inside.cut(room, pushedOut)
      #expect(await eventually { inside.took.count == 2 }, "the lease is still ours")
      let late = SystemTime().wallNanoseconds + 3_600_000_000_000
      #expect(try await world.store.takeLease("seat:" + room, owner: "two", now: late, until: .max) != nil)
      inside.cut(room, pushedOut)
      #expect(await eventually { inside.sitting(in: room).isEmpty })
      #expect(await eventually { value(world, "switchboard_seats") == 0 })
    }
    #expect(inside.took.count == 2)
  }

  @Test func anAccountHasSoManySeatsAndTheRestWaits() async throws {
    let inside = FakeInside()
    let world = world(
      inside, seats: SeatOptions(maximumPerAccount: 1, linger: .milliseconds(20), deafAfter: .seconds(10)))
    var rooms: [String] = []
    for index in 0..<3 {
      rooms.append(try await world.create().room.id)
      try await world.joined(rooms[index], "c-\(index)", "p-\(index)")
    }
    try await kept(world) { () async throws in
      #expect(await eventually { value(world, "switchboard_seats_waiting") == 2 })
      #expect(await eventually { inside.took.count == 1 })
      let first = try #require(rooms.first { !inside.sitting(in: $0).isEmpty })
      _ = try await world.gateway.end(first, caller: world.caller)
      #expect(await eventually { inside.took.count == 2 }, "the next one has it")
      #expect(await eventually { value(world, "switchboard_seats_waiting") == 1 })
      #expect(inside.most == 1)
    }
  }

  private static let unreachable = ProviderFailure(.unavailable, executed: .no, operation: "seat")
}
