import Clocks
import GatewayEngine
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Testing

@Suite struct MemberTests {
  private func input(_ id: String, _ role: ParticipantRole? = nil, name: String? = nil) -> MemberInput {
    MemberInput(person: PersonInput(externalID: id, name: name.map { .set($0) } ?? .keep), role: role)
  }

  private func refusal(_ body: () async throws -> Void) async -> GatewayError? {
    do { try await body() } catch { return error as? GatewayError }
    return nil
  }

  private func names(_ world: World, _ room: String, limit: Int = 25, cursor: String? = nil) async throws -> [String] {
    try await world.gateway.members(room, limit: limit, cursor: cursor, caller: world.caller).items
      .map { "\($0.person.externalID)=\($0.role.rawValue)" }
  }

  @Test func membersAreSetListedAndRemoved() async throws {
    let world = World()
    let room = try await world.create().room.id
    let set = try await world.gateway.setMembers(
      room, [input("cy"), input("bo", .speaker, name: "Bo")], caller: world.caller)
    #expect(set.map(\.person.externalID) == ["cy", "bo"])
    #expect(set.map(\.role) == [.listener, .speaker])
    #expect(set[1].person.name == "Bo")
    #expect(world.vendor.calls.last == "members cy=listener,bo=speaker")
    #expect(try await names(world, room) == ["bo=speaker", "cy=listener"])
    #expect(try await world.eventTypes(room).last == "room.updated")
    try await world.gateway.removeMember(room, "cy", caller: world.caller)
    #expect(world.vendor.calls.last == "unmember cy")
    #expect(try await names(world, room) == ["bo=speaker"])
    #expect(await refusal { try await world.gateway.removeMember(room, "cy", caller: world.caller) }?.code == .notFound)
  }

  private func updates(_ world: World, _ room: String) async throws -> Int {
    try await world.eventTypes(room).filter { $0 == "room.updated" }.count
  }

  private static let lost = ProviderFailure(.unavailable, executed: .maybe, operation: "members")

  private func news(_ type: String, _ room: String) -> JSON {
    ["type": .string(type), "room": .string(room), "person": "bo", "at": .integer(SystemTime().wallNanoseconds)]
  }

  @Test func aMemberWhoseAnswerWasLostIsToldOnce() async throws {
    let world = World()
    let room = try await world.create().room.id
    world.vendor.failTalk(Self.lost)
    #expect(
      await refusal { _ = try await world.gateway.setMembers(room, [input("bo", .speaker)], caller: world.caller) }?
        .code
        == .providerUnavailable)
    #expect(try await updates(world, room) == 0)
    try await world.hook(news("member", room))
    #expect(try await updates(world, room) == 1)
    _ = try await world.gateway.setMembers(room, [input("bo", .speaker)], caller: world.caller)
    #expect(try await updates(world, room) == 1)
  }

  @Test func aRepeatedRemovalFindsItDone() async throws {
    let world = World()
    let room = try await world.create().room.id
    _ = try await world.gateway.setMembers(room, [input("bo", .speaker)], caller: world.caller)
    world.vendor.failTalk(Self.lost)
    #expect(
      await refusal { try await world.gateway.removeMember(room, "bo", caller: world.caller) }?.code
        == .providerUnavailable)
    try await world.hook(news("member_removed", room))
    #expect(try await updates(world, room) == 2)
    try await world.gateway.removeMember(room, "bo", caller: world.caller)
    #expect(try await updates(world, room) == 2)
    #expect(await refusal { try await world.gateway.removeMember(room, "bo", caller: world.caller) }?.code == .notFound)
  }

  /// It died while the vendor was asked: the next process knows what was wanted.
  @Test func whatADeadProcessAskedForIsToldByTheNext() async throws {
    let world = World()
    let room = try await world.create().room.id
    let gate = Gate()
    world.vendor.holdTalk(at: gate)
    async let asked: Void = {
      _ = try? await world.gateway.setMembers(room, [input("bo", .speaker)], caller: world.caller)
    }()
    #expect(await eventually { world.vendor.calls.last == "members bo=speaker" })
    let next = World(vendor: world.vendor, store: world.store, instance: "two")
    try await next.hook(news("member", room))
    #expect(try await updates(next, room) == 1)
    gate.open()
    await asked
  }

  @Test func anEndedConnectionGetsNoRole() async throws {
    let world = World()
    let room = try await world.create().room.id
    try await world.joined(room, "c-1", "bo")
    let id = try await world.gateway.participants(
      room, ParticipantFilter(), limit: 10, cursor: nil, caller: world.caller
    ).items[0].participant.id
    try await world.hook(["type": "left", "room": .string(room), "connection": "c-1", "person": "bo"])
    let error = await refusal {
      _ = try await world.gateway.setRole(room, .participant(id), to: .speaker, caller: world.caller)
    }
    #expect(error?.code == .participantLeft)
    _ = try await world.gateway.setRole(room, .person("bo"), to: .speaker, caller: world.caller)
    #expect(try await names(world, room) == ["bo=speaker"])
  }

  @Test func membersComeInPages() async throws {
    let world = World()
    let room = try await world.create().room.id
    _ = try await world.gateway.setMembers(room, (0..<7).map { input("m\($0)") }, caller: world.caller)
    var (seen, cursor): ([String], String?) = ([], nil)
    repeat {
      let page = try await world.gateway.members(room, limit: 3, cursor: cursor, caller: world.caller)
      seen += page.items.map(\.person.externalID)
      cursor = page.next
    } while cursor != nil
    #expect(seen == (0..<7).map { "m\($0)" })
  }

  @Test func membersOutliveTheProcess() async throws {
    let world = World()
    let room = try await world.create().room.id
    _ = try await world.gateway.setMembers(room, [input("bo", .coHost), input("cy")], caller: world.caller)
    try await world.gateway.removeMember(room, "cy", caller: world.caller)
    let next = World(vendor: world.vendor, store: world.store, instance: "two")
    #expect(try await names(next, room) == ["bo=co_host"])
  }

  @Test func whoIsInsideGetsTheirNewRoleAtOnce() async throws {
    let world = World()
    let room = try await world.create().room.id
    try await world.joined(room, "c-1", "bo")
    _ = try await world.gateway.setMembers(room, [input("bo", .speaker), input("cy", .speaker)], caller: world.caller)
    #expect(world.vendor.calls.suffix(2) == ["members cy=speaker", "role bo speaker"])
    let view = try await world.gateway.participants(
      room, ParticipantFilter(), limit: 10, cursor: nil, caller: world.caller)
    #expect(view.items.map(\.participant.role) == [.speaker])
    // A token may be out already: a change of a member's role is told for the person too.
    _ = try await world.gateway.setMembers(room, [input("cy", .listener)], caller: world.caller)
    #expect(world.vendor.calls.last == "role cy listener")
  }

  @Test func aRoleIsChangedForOnePersonOrOneConnection() async throws {
    let world = World()
    let room = try await world.create().room.id
    try await world.joined(room, "c-1", "bo")
    let id = try await world.gateway.participants(
      room, ParticipantFilter(), limit: 10, cursor: nil, caller: world.caller
    ).items[0].participant.id
    let first = try await world.gateway.setRole(room, .participant(id), to: .speaker, caller: world.caller)
    #expect(first.kind == .applied && first.changed == true && first.affected == [id])
    let again = try await world.gateway.setRole(room, .person("bo"), to: .speaker, caller: world.caller)
    #expect(again.changed == false && again.reason == .already)
    #expect(world.vendor.calls.filter { $0 == "role bo speaker" }.count == 2)
    let types = try await world.eventTypes(room)
    #expect(types.filter { $0 == "participant.updated" }.count == 1)
    let absent = try await world.gateway.setRole(room, .person("dee"), to: .coHost, caller: world.caller)
    #expect(absent.changed == true && absent.affected == [])
    #expect(try await names(world, room) == ["bo=speaker", "dee=co_host"])
  }

  @Test func aRefusedRoleChangesNothing() async throws {
    let world = World()
    let room = try await world.create().room.id
    world.vendor.failTalk(ProviderFailure(.forbidden, executed: .no, operation: "role"))
    let error = await refusal {
      _ = try await world.gateway.setRole(room, .person("bo"), to: .speaker, caller: world.caller)
    }
    #expect(error?.code == .providerError)
    #expect(try await names(world, room) == [])
  }

  @Test func theRoomsHostStaysItsHost() async throws {
    let world = World()
    let room = try await world.create().room.id
    let before = world.vendor.calls
    #expect(
      await refusal {
        _ = try await world.gateway.setRole(room, .person("nadia"), to: .listener, caller: world.caller)
      }?.issues.map(\.pointer) == ["/role"])
    #expect(
      await refusal {
        _ = try await world.gateway.setMembers(room, [input("bo"), input("nadia", .speaker)], caller: world.caller)
      }?.issues.map(\.pointer) == ["/members/1/role"])
    _ = try await world.gateway.setMembers(room, [input("nadia")], caller: world.caller)
    #expect(
      await refusal { try await world.gateway.removeMember(room, "nadia", caller: world.caller) }?.code
        == .invalidRequest)
    #expect(world.vendor.calls.dropFirst(before.count) == ["members nadia=host"])
  }

  @Test func aCoHostRisesNobodyAboveThemselves() async throws {
    let world = World()
    let room = try await world.create().room.id
    _ = try await world.gateway.setRole(room, .person("co"), to: .coHost, caller: world.caller)
    _ = try await world.gateway.setRole(room, .person("second"), to: .host, caller: world.caller)
    let co = world.acting("co")
    _ = try await world.gateway.setRole(room, .person("bo"), to: .speaker, caller: co)
    for (person, role) in [("bo", ParticipantRole.host), ("co", .host), ("second", .listener)] {
      let error = await refusal { _ = try await world.gateway.setRole(room, .person(person), to: role, caller: co) }
      #expect(error?.code == .forbidden, "\(person) \(role)")
      let members = await refusal { _ = try await world.gateway.setMembers(room, [input(person, role)], caller: co) }
      #expect(members?.code == .forbidden, "\(person) \(role)")
    }
    #expect(await refusal { try await world.gateway.removeMember(room, "second", caller: co) }?.code == .forbidden)
    #expect(
      await refusal { _ = try await world.gateway.members(room, limit: 5, cursor: nil, caller: world.acting("bo")) }?
        .code == .forbidden)
  }
}
