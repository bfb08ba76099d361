import Clocks
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Store
import Testing

/// A process dies before or after each of its writes, and another one goes on with the same store.
@Suite struct DeathTests {
  /// A keyed create writes four times: the claim, the row in creation, the room, the answer.
  static let deaths = (1...4).flatMap { write in
    [DyingStore.Death(write: write, isDone: false), DyingStore.Death(write: write, isDone: true)]
  }

  /// As the facade runs a keyed create. Returns the room's id.
  private func create(_ world: World, _ instance: String, externalID: String? = nil) async throws -> String {
    let claim = world.claim("k", instance: instance)
    switch try await world.gateway.beginIdempotent(claim) {
    case .replay(let answer): return String(decoding: answer.body, as: UTF8.self)
    case .run:
      let view = try await world.gateway.createRoom(world.request(externalID), claim: claim, caller: world.caller).view
      try await world.gateway.finishIdempotent(
        claim, StoredAnswer(status: 201, fields: [:], body: Array(view.room.id.utf8)))
      return view.room.id
    }
  }

  private func dies(
    _ death: DyingStore.Death, at work: @escaping @Sendable (World) async throws -> Void,
    then check: (World) async throws -> Void
  ) async throws {
    let gate = Gate()
    let first = World()
    let dying = World(
      vendor: first.vendor, store: first.store, seen: DyingStore(first.store, dies: death, gate: gate))
    let stuck = Task { try? await work(dying) }
    #expect(await eventually { gate.waiting > 0 }, "it dies there")
    let next = World(vendor: first.vendor, store: first.store, instance: "two")
    try await next.gateway.start()
    try await check(next)
    gate.open()
    _ = await stuck.value
  }

  private func isOneRoom(_ world: World, _ id: String) async throws {
    #expect(world.vendor.roomCount == 1)
    #expect(try await eventually { try await world.store.creatingRooms().isEmpty })
    #expect(try await world.eventTypes(id) == ["room.created"])
    let rooms = try await world.gateway.rooms(RoomQuery(tenant: "ten_a"), cursor: nil, caller: world.caller)
    #expect(rooms.items.map(\.room.id) == [id])
  }

  @Test(arguments: deaths)
  func aKeyedCreateThatDiedIsOneRoomWhenItIsRepeated(_ death: DyingStore.Death) async throws {
    try await dies(death) {
      _ = try await create($0, "one")
    } then: { next in
      let id = try await create(next, "two")
      try await isOneRoom(next, id)
      #expect(try await create(next, "two") == id)
    }
  }

  /// Without a key: the row in creation, then the room.
  @Test(arguments: deaths.prefix(4))
  func aNamedCreateThatDiedIsOneRoomWhenItIsRepeated(_ death: DyingStore.Death) async throws {
    try await dies(death) {
      _ = try await $0.create("evening")
    } then: { next in
      let id = try await next.create("evening").room.id
      try await isOneRoom(next, id)
    }
  }

  static let controls = ["room.went_live", "room.locked", "participant.banned", "room.ended"]

  private func control(_ type: String, _ world: World, _ room: String) async throws {
    switch type {
    case "room.went_live": _ = try await world.gateway.goLive(room, caller: world.caller)
    case "room.locked": _ = try await world.gateway.lock(room, caller: world.caller)
    case "participant.banned":
      _ = try await world.gateway.ban(room, PersonInput(externalID: "leo"), until: nil, caller: world.caller)
    default: _ = try await world.gateway.end(room, caller: world.caller)
    }
  }

  /// The claim of a keyed control is the dead process's; it is taken over, and the control runs again.
  @Test(arguments: controls, deaths.prefix(6))
  func aControlThatDiedIsToldOnceWhenItIsRepeated(_ type: String, _ death: DyingStore.Death) async throws {
    let world = World()
    let room = try await world.create().room.id
    @Sendable func keyed(_ world: World, _ instance: String) async throws {
      let claim = world.claim("k", instance: instance)
      guard try await world.gateway.beginIdempotent(claim) == .run else { return }
      try await control(type, world, room)
      try await world.gateway.finishIdempotent(claim, StoredAnswer(status: 200, fields: [:], body: []))
    }
    let gate = Gate()
    let dying = World(
      vendor: world.vendor, store: world.store, seen: DyingStore(world.store, dies: death, gate: gate))
    let stuck = Task { try? await keyed(dying, "one") }
    #expect(await eventually { gate.waiting > 0 }, "it dies there")
    let next = World(vendor: world.vendor, store: world.store, instance: "two")
    try await next.gateway.start()
    try await keyed(next, "two")
    #expect(try await next.eventTypes(room) == ["room.created", type])
    gate.open()
    _ = await stuck.value
  }

  /// It died between hearing of somebody who may not be there and throwing them out: the next look at the vendor does it.
  @Test func whoWasToBeThrownOutIsThrownOutByTheNextProcess() async throws {
    let world = World()
    let room = try await world.create().room.id
    _ = try await world.gateway.goLive(room, caller: world.caller)
    _ = try await world.gateway.lock(room, caller: world.caller)
    let gate = Gate()
    let death = DyingStore.Death(write: 1, isDone: true)
    let dying = World(
      vendor: world.vendor, store: world.store, seen: DyingStore(world.store, dies: death, gate: gate))
    let stuck = Task { try? await dying.joined(room, "ps-1", "leo") }
    #expect(await eventually { gate.waiting > 0 }, "it dies there")
    let next = World(vendor: world.vendor, store: world.store, instance: "two")
    try await next.gateway.start()
    world.vendor.show(
      RoomSnapshot(
        asOf: 0, stage: .live, session: "s-1",
        participants: [
          SnapshotParticipant(joined: .init(connection: "ps-1", person: "leo", session: "s-1"), joinedAt: nil)
        ]))
    #expect(await next.gateway.reconcile(room))
    #expect(try await eventually { try await next.eventTypes(room).contains("participant.left") })
    #expect(world.vendor.calls.contains("remove leo none"))
    gate.open()
    _ = await stuck.value
  }

  /// Deliveries are late when the gateway was down: what they tell of may have been undone meanwhile.
  @Test func lateNewsIsOldForTheNextProcessToo() async throws {
    let world = World()
    let room = try await world.create().room.id
    let at = JSON.integer(SystemTime().wallNanoseconds)
    let leo = PersonInput(externalID: "leo")
    _ = try await world.gateway.ban(room, leo, until: nil, caller: world.caller)
    try await world.gateway.unban(room, "leo", caller: world.caller)
    _ = try await world.gateway.joinToken(
      room, TokenRequest(person: leo, role: .coHost, ttlSeconds: 600), caller: world.caller)
    let before = try await world.eventTypes(room)

    let next = World(vendor: world.vendor, store: world.store, instance: "two")
    try await next.gateway.start()
    for type: JSON in ["banned", "member"] {
      try await next.hook(["type": type, "room": .string(room), "person": "leo", "at": at])
    }
    #expect(try await next.eventTypes(room) == before)
    #expect(try await next.gateway.bans(room, limit: 10, cursor: nil, caller: next.caller).items.isEmpty)
    let grant = try await next.gateway.joinToken(
      room, TokenRequest(person: leo, role: nil, ttlSeconds: 600), caller: next.caller)
    #expect(grant.role == .coHost)
  }

  // MARK: Deliveries

  private func parked(_ room: String, _ key: String?) -> StoreCommit {
    var commit = StoreCommit()
    let raw = #"{"type":"joined","room":"\#(room)","connection":"ps-1","person":"leo"}"#
    commit.inbox = [
      InboxRecord(
        id: "dlv_1", provider: "fake-main", deliveryKey: key, state: "parked", roomKey: room, raw: Array(raw.utf8),
        receivedAt: 1)
    ]
    return commit
  }

  /// It died between the room's commit and taking in what had waited for it.
  @Test func whatADeadProcessHadParkedIsTakenInAtStart() async throws {
    let world = World()
    let room = try await world.create().room.id
    _ = try await world.store.commit(parked(room, nil))
    let next = World(vendor: world.vendor, store: world.store, instance: "two")
    try await next.gateway.start()
    #expect(try await eventually { try await next.eventTypes(room).contains("participant.joined") })
    #expect(try await next.store.roomsWithParkedDeliveries().isEmpty)
    #expect(next.store.deliveries.allSatisfy { $0.state == "applied" && $0.raw.isEmpty })
  }

  @Test func aRepeatOfAParkedDeliveryTakesItIn() async throws {
    let world = World()
    let room = try await world.create().room.id
    _ = try await world.store.commit(parked(room, "w-1"))
    for _ in 0..<2 { try await world.joined(room, "ps-1", "leo", id: "w-1") }
    #expect(try await world.eventTypes(room).filter { $0 == "participant.joined" }.count == 1)
  }
}
