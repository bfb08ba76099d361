import Clocks
import GatewayEngine
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Store
import Testing

/// Deliveries that come while the key they are signed with is not here: none is lost, and none is believed.
@Suite struct UnverifiedHookTests {
  private static func joins(_ world: World, _ room: String) async throws -> Int {
    try await world.eventTypes(room).filter { $0 == "participant.joined" }.count
  }

  @Test func theFirstDeliveryHasTheKeyFetched() async throws {
    let keys = FakeKeys()
    let world = World(vendor: FakeVendor(keys: keys))
    let room = try await world.create().room.id
    try await world.joined(room, "c-1", "ana")
    try await world.joined(room, "c-2", "bo")
    #expect(try await Self.joins(world, room) == 2)
    #expect(keys.fetches == 1)
  }

  @Test func ofManyAtOnceOneHasTheKeyFetched() async throws {
    let (keys, gate) = (FakeKeys(), Gate())
    keys.hold(at: gate)
    let world = World(vendor: FakeVendor(keys: keys))
    let room = try await world.create().room.id
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 { group.addTask { try await world.joined(room, "c-\(index)", "p\(index)") } }
      gate.open()
      try await group.waitForAll()
    }
    #expect(try await Self.joins(world, room) == 20)
    #expect(keys.fetches == 1)
  }

  @Test func aChangedKeyIsFetchedAndForgedOnesAreRefused() async throws {
    let keys = FakeKeys()
    let world = World(vendor: FakeVendor(keys: keys))
    let room = try await world.create().room.id
    try await world.joined(room, "c-1", "ana")
    keys.change(to: "new")
    let ended: JSON = ["type": "ended", "room": .string(room)]
    #expect(try await world.hook(ended, signature: "forged") == .unauthorized)
    #expect(keys.fetches == 2)
    #expect(try await world.hook(ended, signature: "good") == .unauthorized, "the old key is no key any more")
    #expect(try await world.hook(ended, signature: "new") == .accepted)
    #expect(try await world.eventTypes(room).last == "room.ended")
    #expect(keys.fetches == 2)
  }

  @Test func whileTheKeyCannotBeHadDeliveriesWaitAndAreTakenInOrder() async throws {
    let (keys, time) = (FakeKeys(), ManualTime())
    keys.goDown()
    let world = World(vendor: FakeVendor(keys: keys), time: time)
    let room = try await world.create().room.id
    try await world.joined(room, "c-1", "ana")
    await time.advance(by: .milliseconds(10))
    #expect(try await world.hook(["type": "left", "room": .string(room), "connection": "c-1"]) == .accepted)
    await time.advance(by: .milliseconds(10))
    let forged: JSON = ["type": "ended", "room": .string(room)]
    #expect(try await world.hook(forged, signature: "forged") == .accepted, "nobody can tell yet")
    #expect(try await Self.joins(world, room) == 0)
    #expect(world.store.deliveries.map(\.state) == ["unverified", "unverified", "unverified"])
    #expect(keys.fetches == 1, "who comes right after is not held up by another try")
    keys.goDown(false)
    try await Self.pass(time, in: world) { try await world.eventTypes(room).contains("participant.left") }
    #expect(try await world.eventTypes(room).suffix(2) == ["participant.joined", "participant.left"])
    try await Self.pass(time, in: world) { !world.store.deliveries.contains { $0.state == "unverified" } }
    #expect(world.store.deliveries.map(\.state) == ["applied", "applied", "failed"])
    #expect(world.store.deliveries.allSatisfy { $0.raw.isEmpty })
  }

  /// They may hold what must not be seen.
  @Test func whatWaitsIsSealed() async throws {
    let keys = FakeKeys()
    keys.goDown()
    let world = World(vendor: FakeVendor(keys: keys))
    try await world.hook(["type": "joined", "room": "room_x", "secret": "stream-key-1"], signature: "sig-1")
    let raw = try #require(world.store.deliveries.first?.raw)
    let text = String(decoding: raw, as: UTF8.self)
    #expect(!text.contains("stream-key-1") && !text.contains("sig-1"))
  }

  @Test func anotherProcessTakesUpWhatWaits() async throws {
    let (keys, time) = (FakeKeys(), ManualTime())
    let vendor = FakeVendor(keys: keys)
    keys.goDown()
    let first = World(vendor: vendor, time: time)
    let room = try await first.create().room.id
    try await first.joined(room, "c-1", "ana")
    await first.gateway.drain(within: .seconds(1))
    keys.goDown(false)
    let second = World(vendor: vendor, store: first.store, instance: "two", time: time)
    try await second.gateway.start()
    try await Self.pass(time, in: second) { try await Self.joins(second, room) == 1 }
  }

  @Test func thereIsAnEndToWhatIsKept() async throws {
    let (keys, time) = (FakeKeys(), ManualTime())
    keys.goDown()
    let world = World(vendor: FakeVendor(keys: keys), time: time)
    for index in 0..<1_000 { try await world.hook(["type": "odd", "room": "room_x", "n": .integer(Int64(index))]) }
    let error = await #expect(throws: GatewayError.self) { try await world.hook(["type": "odd", "room": "room_x"]) }
    #expect(error?.code == .notReady)
    keys.goDown(false)
    try await Self.pass(time, in: world) { !world.store.deliveries.contains { $0.state == "unverified" } }
    #expect(try await world.hook(["type": "odd", "room": "room_x"]) == .accepted)
  }

  @Test func aRoomIsFoundByWhatItsVendorCallsIt() async throws {
    let world = World()
    let room = try await world.create().room.id
    let joined: JSON = ["type": "joined", "call": .string("x:" + room), "connection": "c-1", "person": "ana"]
    #expect(try await world.hook(joined) == .accepted)
    #expect(try await Self.joins(world, room) == 1)
    let stranger: JSON = ["type": "joined", "call": "x:nobody", "connection": "c-2", "person": "bo"]
    #expect(try await world.hook(stranger) == .accepted)
    #expect(world.store.deliveries.count == 1)
  }

  /// Steps the clock until it is so: what waits tries again by it.
  private static func pass(_ time: ManualTime, in world: World, until isSo: () async throws -> Bool) async throws {
    for _ in 0..<200 {
      if try await isSo() { return }
      _ = await time.waitForSleepers(1)
      await time.advance(by: .seconds(5))
    }
    Issue.record("it never came to that")
  }
}
