import GatewayEngine
import JSONCoding
import MeetingCore
import ProviderTesting
import Testing

@Suite struct SessionTests {
  private static let start: Int64 = 1_700_000_000_000_000_000
  private static func at(_ seconds: Int64) -> JSON { .integer(start + seconds * 1_000_000_000) }

  private func hook(_ world: World, _ room: String, _ type: String, _ connection: String, _ person: String, _ at: Int64)
    async throws
  {
    try await world.hook([
      "type": .string(type), "room": .string(room), "connection": .string(connection), "person": .string(person),
      "at": Self.at(at),
    ])
  }

  private func sessions(_ world: World, _ room: String) async throws -> [Session] {
    try await world.gateway.sessions(room, limit: 10, cursor: nil, caller: world.caller).items
  }

  @Test func anOccurrenceTellsWhoWasThereAndHowLong() async throws {
    let world = World()
    let room = try await world.create().room.id
    #expect(try await sessions(world, room).isEmpty)
    try await hook(world, room, "joined", "c-1", "leo", 0)
    try await hook(world, room, "joined", "c-2", "leo", 5)
    try await hook(world, room, "joined", "c-3", "ana", 7)
    try await hook(world, room, "left", "c-2", "leo", 65)
    let session = try #require(try await sessions(world, room).first)
    #expect(session.peakParticipants == 3 && session.endedAt == nil)
    let view = try await world.gateway.session(room, session.id, limit: 10, cursor: nil, caller: world.caller)
    #expect(view.attendance.items.map(\.participant.connection) == ["c-1", "c-2", "c-3"])
    #expect(view.attendance.items[1].participant.leftAt?.nanoseconds == Self.start + 65_000_000_000)
    #expect(view.attendance.items.map(\.participant.isConnected) == [true, false, true])
    let first = try await world.gateway.session(room, session.id, limit: 2, cursor: nil, caller: world.caller)
    #expect(first.attendance.items.count == 2 && first.attendance.next != nil)
    let rest = try await world.gateway.session(
      room, session.id, limit: 2, cursor: first.attendance.next, caller: world.caller)
    #expect(rest.attendance.items.map(\.participant.connection) == ["c-3"] && rest.attendance.next == nil)
  }

  @Test func aSessionEndsWithItsRoomAndEverybodyInIt() async throws {
    let world = World()
    let room = try await world.create().room.id
    try await hook(world, room, "joined", "c-1", "leo", 0)
    _ = try await world.gateway.end(room, caller: world.caller)
    let session = try #require(try await sessions(world, room).first)
    #expect(session.endedAt != nil)
    let view = try await world.gateway.session(room, session.id, limit: 10, cursor: nil, caller: world.caller)
    #expect(view.attendance.items.map(\.participant.leaveReason) == [.roomEnded])
    // A leave that the vendor reports late does not bring them back, and their stay stays theirs.
    try await hook(world, room, "left", "c-1", "leo", 30)
    let late = try await world.gateway.session(room, session.id, limit: 10, cursor: nil, caller: world.caller)
    #expect(late.attendance.items.count == 1 && late.attendance.items.allSatisfy { !$0.participant.isConnected })
  }

  /// A room and its occurrences are things of their own: neither is found under the other's name.
  @Test func aSessionIsFoundInItsOwnRoomOnly() async throws {
    let world = World()
    let (room, other) = (try await world.create().room.id, try await world.create().room.id)
    try await hook(world, room, "joined", "c-1", "leo", 0)
    let session = try #require(try await sessions(world, room).first)
    #expect(try await sessions(world, other).isEmpty)
    for id in [session.id, "ses_0", room] {
      let error = await #expect(throws: GatewayError.self) {
        try await world.gateway.session(other, id, limit: 10, cursor: nil, caller: world.caller)
      }
      #expect(error?.code == .notFound)
    }
    let asRoom = await #expect(throws: GatewayError.self) {
      try await world.gateway.room(session.id, caller: world.caller)
    }
    #expect(asRoom?.code == .notFound)
  }
}
