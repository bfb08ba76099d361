import Clocks
import MeetingCore
import ProgramTesting
import ProviderTesting
import RoomReducer
import Store
import Testing

@testable import GatewayEngine

/// Two gateways on one store, and a room in which both want to sit.
@Suite("A seat goes to another gateway")
struct SeatHandoverTests {
  private struct Side {
    let world: World
    let time: ManualTime
  }

  private func side(_ name: String, _ inside: FakeInside, _ store: InMemoryStore) -> Side {
    let time = ManualTime()
    let vendor = FakeVendor(seats: FakeSeats(inside: inside, owner: name, time: time))
    return Side(world: World(vendor: vendor, store: store, instance: name, time: time), time: time)
  }

  private func fact(_ side: Side, _ detail: Fact.Detail) -> Fact {
    Fact(occurredAt: Timestamp(nanoseconds: side.time.wallNanoseconds), source: .socket, detail)
  }

  private func came(_ side: Side, _ person: String) -> Fact {
    fact(side, .joined(.init(connection: "c-" + person, person: person, session: "s-1")))
  }

  /// Both gateways run while the body does; the first one sits in the room, where ana is.
  private func withBoth(
    evicts: Bool = true, _ body: (Side, Side, FakeInside, String) async throws -> Void
  ) async throws {
    let (inside, store) = (FakeInside(evicts: evicts), InMemoryStore())
    let (one, two) = (side("one", inside, store), side("two", inside, store))
    let room = try await one.world.create().room.id
    _ = try await one.world.gateway.services.commit(RoomSubmission([.fact(came(one, "ana"))]), to: room)
    let first = Task { await one.world.gateway.keepConnections() }
    #expect(await eventually { inside.sitting(in: room).map(\.owner) == ["one"] })
    let second = Task { await two.world.gateway.keepConnections() }
    do { try await body(one, two, inside, room) } catch {
      for task in [first, second] { task.cancel() }
      throw error
    }
    for task in [first, second] { task.cancel() }
    for task in [first, second] { await task.value }
    #expect(inside.sitting(in: room).isEmpty)
  }

  /// Time goes on for both.
  private func pass(_ seconds: Int, _ sides: Side...) async {
    for _ in 0..<seconds {
      for side in sides { await side.time.advance(by: .seconds(1)) }
    }
  }

  /// Time goes on for a gateway that wants the seat until somebody has sat down again. A second passes only when whoever
  /// waits has gone to sleep: for the lease, for other rooms, for people who leave. How many it took.
  private func wait(for inside: FakeInside, _ side: Side) async -> Int {
    var seconds = 0
    while seconds < 60 {
      guard await eventually({ inside.took.count == 2 || side.time.sleeperCount == 3 }), inside.took.count == 1 else {
        break
      }
      await pass(1, side)
      seconds += 1
    }
    return seconds
  }

  private func holder(_ room: String, _ store: InMemoryStore, at now: Int64) async throws -> Bool {
    try await store.takeLease("seat:" + room, owner: "x", now: now, until: now) == nil
  }

  @Test func oneSitsForAsLongAsItRenews() async throws {
    try await withBoth { one, two, inside, room async throws in
      #expect(await eventually { two.world.gateway.services.seats.presence(in: room) == .occupied })
      for _ in 0..<60 {
        #expect(await two.time.waitForSleepers(3))
        #expect(await one.time.waitForSleepers(4), "at work")
        await pass(1, one, two)
      }
      #expect(inside.took == ["one"], "a minute long, nobody else has even tried to sit down")
      #expect(try await holder(room, one.world.store, at: one.time.wallNanoseconds))
    }
  }

  @Test func whoeverStopsWithoutAWordIsFollowedWithinTheLeasesTime() async throws {
    try await withBoth { one, two, inside, room async throws in
      await inside.tell([fact(one, .tracks(connection: "c-ana", [.audio: TrackState(publishing: true)]))], in: room)
      let asleep = try #require(inside.sitting(in: room).first)
      #expect(await eventually { two.world.gateway.services.seats.presence(in: room) == .occupied })
      // The first one's time stands still from here on: it renews nothing, and does not notice either.
      inside.find([came(two, "ana"), came(two, "bo")], in: room)
      let waited = await wait(for: inside, two)
      #expect((15...20).contains(waited), "the lease, and at most one try after it: \(waited) s")
      #expect(await eventually { inside.sitting(in: room).map(\.owner) == ["two"] })
      #expect(inside.most == 1, "never two at once")
      // What the first one hears now, it hears too late.
      await #expect(throws: LivePort.Fenced.self) {
        try await asleep.port.emit([self.came(one, "bo"), self.came(one, "cy")])
      }
      await inside.tell([came(two, "cy"), fact(two, .speaker(connection: "c-cy", level: nil))], in: room)
      let types = try await two.world.eventTypes(room)
      #expect(types.count { $0 == "participant.joined" } == 3, "ana, bo and cy, each once")
      #expect(types.last == "speaker.changed")
      #expect(inside.took == ["one", "two"], "whoever was pushed out looked at the lease and stayed away")
    }
  }

  @Test func whereTheVendorPushesNobodyOutTheFenceDoes() async throws {
    try await withBoth(evicts: false) { one, two, inside, room async throws in
      #expect(await eventually { two.world.gateway.services.seats.presence(in: room) == .occupied })
      _ = await wait(for: inside, two)
      #expect(await eventually { inside.sitting(in: room).count == 2 })
      #expect(await inside.tell([came(two, "bo")], in: room) == false, "one of the two was too late")
      #expect(await eventually { inside.sitting(in: room).map(\.owner) == ["two"] })
      let types = try await two.world.eventTypes(room)
      #expect(types.count { $0 == "participant.joined" } == 2, "ana, and bo once")
    }
  }

  @Test func aLeaseThatIsLostEndsTheSeatAtOnce() async throws {
    try await withBoth { one, two, inside, room async throws in
      let store = one.world.store
      let late = one.time.wallNanoseconds + 3_600_000_000_000
      #expect(try await store.takeLease("seat:" + room, owner: "three", now: late, until: .max) != nil)
      #expect(await one.time.waitForSleepers(3))
      await pass(5, one)
      #expect(await eventually { inside.sitting(in: room).isEmpty })
      #expect(inside.left == ["one"])
    }
  }

  @Test func whoeverStopsGivesItOnAtOnce() async throws {
    let (inside, store) = (FakeInside(), InMemoryStore())
    let (one, two) = (side("one", inside, store), side("two", inside, store))
    let room = try await one.world.create().room.id
    _ = try await one.world.gateway.services.commit(RoomSubmission([.fact(came(one, "ana"))]), to: room)
    let first = Task { await one.world.gateway.keepConnections() }
    #expect(await eventually { inside.sitting(in: room).map(\.owner) == ["one"] })
    first.cancel()
    await first.value
    #expect(inside.left == ["one"])
    let second = Task { await two.world.gateway.keepConnections() }
    #expect(await eventually { inside.sitting(in: room).map(\.owner) == ["two"] }, "without any time passing")
    second.cancel()
    await second.value
  }
}
