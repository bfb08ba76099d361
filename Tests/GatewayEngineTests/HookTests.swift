import GatewayEngine
import JSONCoding
import MeetingCore
import ProviderTesting
import Store
import Testing

@Suite struct HookTests {
  @Test func theSameDeliveryTwiceIsOneEvent() async throws {
    let world = World()
    let room = try await world.create().room.id
    try await world.joined(room, "ps-1", "nadia", id: "w-1")
    try await world.joined(room, "ps-1", "nadia", id: "w-1")
    #expect(try await world.eventTypes(room).filter { $0 == "participant.joined" }.count == 1)
  }

  /// Vendors put stream keys and signed addresses into what they post.
  @Test func ofWhatIsInTheRoomOnlyTheKeyIsStored() async throws {
    let world = World()
    let room = try await world.create().room.id
    try await world.joined(room, "ps-1", "nadia", id: "w-1")
    try await world.hook(["type": "odd", "room": .string(room), "secret": "K"])
    #expect(world.store.deliveries.map(\.state) == ["applied", "applied"])
    #expect(world.store.deliveries.allSatisfy { $0.raw.isEmpty })
    #expect(try await world.store.hasDelivery(provider: "fake-main", key: "w-1"))
  }

  @Test func whatWaitsForItsRoomIsStoredWithoutSecretsAndStillReadable() async throws {
    let world = World()
    let body: JSON = [
      "type": "joined", "room": "room_of_nobody", "connection": "ps-1", "person": "leo", "secret": "K",
    ]
    try await world.hook(body, id: "w-1")
    let waiting = try #require(world.store.deliveries.first)
    #expect(waiting.state == "parked")
    let kept = try JSON.parse(waiting.raw, mode: .strict)
    #expect(kept["secret"] == nil && kept["person"] == "leo")
  }

  @Test func fiftyRepeatsAtOnceAreOneEvent() async throws {
    let world = World()
    let room = try await world.create().room.id
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { try await world.joined(room, "ps-1", "nadia", id: "w-1") } }
      try await group.waitForAll()
    }
    #expect(try await world.eventTypes(room).filter { $0 == "participant.joined" }.count == 1)
  }

  /// At a vendor a name may be there in several sorts of room: only the one that is ours is meant.
  @Test func whatIsAboutAnotherRoomOfTheSameNameChangesNothing() async throws {
    let world = World()
    let room = try await world.create().room.id
    let before = try await world.eventTypes(room)
    let other: JSON = ["type": "ended", "room": .string(room), "call": .string("y:" + room)]
    #expect(try await world.hook(other, id: "w-1") == .accepted)
    #expect(try await world.eventTypes(room) == before)
    let ours: JSON = ["type": "ended", "room": .string(room), "call": .string("x:" + room)]
    #expect(try await world.hook(ours, id: "w-2") == .accepted)
    #expect(try await world.eventTypes(room).last == "room.ended")
  }

  @Test func whatIsNotVerifiedChangesNothing() async throws {
    let world = World()
    let room = try await world.create().room.id
    let before = try await world.eventTypes(room)
    let answer = try await world.hook(
      ["type": "ended", "room": .string(room)], id: "w-1", signature: "bad")
    #expect(answer == .unauthorized)
    #expect(try await world.eventTypes(room) == before)
  }

  @Test func whatCannotBeReadIsAcceptedAndIgnored() async throws {
    let world = World()
    #expect(try await world.hook([:]) == .accepted)
    #expect(try await world.hook(["type": "joined"]) == .accepted)
  }

  @Test func aStoreThatFailsAsksForARetryAndRecovers() async throws {
    let world = World()
    let room = try await world.create().room.id
    world.store.failNextCommits(1)
    let error = await #expect(throws: GatewayError.self) { try await world.joined(room, "ps-1", "nadia", id: "w-1") }
    #expect(error?.code == .storeUnavailable)
    try await world.joined(room, "ps-1", "nadia", id: "w-1")
    #expect(try await world.eventTypes(room).filter { $0 == "participant.joined" }.count == 1)
  }

  /// Many writers on one room: no gap, nothing lost, nothing twice.
  @Test func sequencesHaveNoGapUnderManyWriters() async throws {
    let world = World()
    let room = try await world.create().room.id
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<200 { group.addTask { try await world.joined(room, "ps-\(index)", "p\(index)") } }
      try await group.waitForAll()
    }
    var sequences: [Int64] = []
    var start = EventsStart.oldest
    while true {
      let page = try await world.gateway.events(.room(room), from: start, types: nil, limit: 100, caller: world.caller)
      if page.events.isEmpty { break }
      sequences += page.events.map(\.sequence)
      start = .position(page.next)
    }
    #expect(sequences == Array(1...202))
  }

  @Test func aReadFromTheVendorTellsWhatWasMissed() async throws {
    let world = World()
    let room = try await world.create().room.id
    _ = try await world.gateway.goLive(room, caller: world.caller)
    try await world.joined(room, "ps-1", "ana")
    try await world.joined(room, "ps-2", "bo")
    world.vendor.show(
      RoomSnapshot(
        asOf: 0, stage: .live, session: "s-1",
        participants: [
          SnapshotParticipant(joined: .init(connection: "ps-1", person: "ana", session: "s-1"), joinedAt: nil)
        ]))
    #expect(await world.gateway.reconcile(room))
    #expect(await world.gateway.reconcile(room))
    let left = try await world.gateway.events(
      .room(room), from: .oldest, types: "participant.left", limit: 10, caller: world.caller)
    #expect(left.events.count == 1)
    #expect(String(decoding: left.events[0].body, as: UTF8.self).contains(#""source":"reconcile""#))
  }
}
