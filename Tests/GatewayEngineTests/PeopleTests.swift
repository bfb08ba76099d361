import GatewayEngine
import MeetingCore
import ProgramTesting
import ProviderTesting
import Testing

@Suite struct PeopleTests {
  private func rename(_ world: World, _ room: String, _ name: String) async throws {
    let person = PersonInput(externalID: "nadia", name: .set(name))
    _ = try await world.gateway.joinToken(
      room, TokenRequest(person: person, role: nil, ttlSeconds: 600), caller: world.caller)
  }

  private func hostName(_ world: World, _ room: String) async throws -> String? {
    try await world.gateway.room(room, caller: world.caller).host.name
  }

  @Test func aRoomReadAgainDoesNotAskTheStore() async throws {
    let world = World()
    let room = try await world.create().room.id
    #expect(try await hostName(world, room) == "Nadia")
    let reads = world.store.readCount
    for _ in 0..<10 { #expect(try await hostName(world, room) == "Nadia") }
    #expect(world.store.readCount == reads)
  }

  @Test func aNewNameIsSeenInEveryRoomAtOnce() async throws {
    let world = World()
    let (one, other) = (try await world.create().room.id, try await world.create().room.id)
    #expect(try await hostName(world, other) == "Nadia")
    try await rename(world, one, "Nadia B.")
    #expect(try await hostName(world, one) == "Nadia B.")
    #expect(try await hostName(world, other) == "Nadia B.")
  }

  /// The store shows the new name before its writer knows of it.
  @Test func aNameReadDuringItsChangeIsNotKept() async throws {
    let world = World()
    let (one, other) = (try await world.create().room.id, try await world.create().room.id)
    let gate = Gate()
    world.store.afterCommit { await gate.wait() }
    async let change: Void = rename(world, one, "Nadia B.")
    #expect(await eventually { gate.waiting == 1 })
    #expect(try await hostName(world, other) == "Nadia B.")
    let reads = world.store.readCount
    #expect(try await hostName(world, other) == "Nadia B.")
    #expect(world.store.readCount > reads, "not from memory while it changes")
    gate.open()
    try await change
    #expect(try await hostName(world, other) == "Nadia B.")
  }
}
