import Clocks
import GatewayEngine
import MeetingCore
import ProgramTesting
import ProviderTesting
import Testing

/// Lock, members, bans and nobody in particular, at a vendor that keeps nobody out.
@Suite struct EmulatedDoorTests {
  private func ban(_ person: String, until: Timestamp? = nil, _ world: BareWorld, _ room: String)
    async throws(GatewayError)
  {
    _ = try await world.gateway.ban(room, PersonInput(externalID: person), until: until, caller: world.caller)
  }

  @Test func aBanThrowsOutRefusesTokensAndThrowsOutAgain() async throws {
    let world = BareWorld()
    let room = try await world.open()
    try await world.come("leo", to: room)
    try await ban("leo", world, room)
    #expect(world.vendor.people(in: room).isEmpty)
    #expect(try await world.leaveReasons(room) == ["removed"])
    #expect(await refusal { try await world.token("leo", in: room) } == .banned)
    try await world.come("leo", to: room, since: world.now.advanced(bySeconds: 100))
    #expect(await eventually { world.vendor.calls.filter { $0 == "remove leo" }.count == 2 })
    #expect(await eventually { (try? await world.leaveReasons(room)) == ["removed", "not_admitted"] })
    try await world.gateway.unban(room, "leo", caller: world.caller)
    #expect(await refusal { try await world.token("leo", in: room) } == nil)
    try await world.come("leo", to: room, since: world.now.advanced(bySeconds: 200))
    #expect(await eventually { (try? await world.connected(in: room)) == ["leo"] })
    #expect(world.vendor.people(in: room) == ["leo"])
    #expect(!world.vendor.calls.contains { $0.hasPrefix("ban") }, "there is nothing of the sort at the vendor")
  }

  @Test func aBanWithAnEndIsOverThen() async throws {
    let time = ManualTime(wallNanoseconds: 1_700_000_000_000_000_000)
    let world = BareWorld(time: time)
    let room = try await world.open()
    try await ban("leo", until: world.now.advanced(bySeconds: 60), world, room)
    #expect(await refusal { try await world.token("leo", in: room) } == .banned)
    await time.advance(by: .seconds(60))
    #expect(await refusal { try await world.token("leo", in: room) } == nil)
    try await world.come("leo", to: room)
    #expect(try await world.connected(in: room) == ["leo"])
  }

  @Test func aRemovalIsNoBanUnlessAskedFor() async throws {
    let world = BareWorld()
    let room = try await world.open()
    try await world.come("leo", to: room)
    let gone = try await world.gateway.remove(room, .person("leo"), rejoin: .none, caller: world.caller)
    #expect(gone.outcome.kind == .applied && gone.outcome.changed == true && gone.enforced == .none)
    #expect(await refusal { try await world.token("leo", in: room) } == nil)
    try await world.come("leo", to: room, since: world.now.advanced(bySeconds: 100))
    #expect(await eventually { (try? await world.connected(in: room)) == ["leo"] })
    let barred = try await world.gateway.remove(room, .person("leo"), rejoin: .forever, caller: world.caller)
    #expect(barred.enforced == .onJoin)
    #expect(await refusal { try await world.token("leo", in: room) } == .banned)
  }

  @Test func aLockThrowsOutWhoComesWithAnOlderToken() async throws {
    let world = BareWorld()
    let room = try await world.open()
    try await world.come("ana", to: room)
    _ = try await world.gateway.lock(room, caller: world.caller)
    #expect(await refusal { try await world.token("leo", in: room) } == .roomLocked)
    try await world.come("leo", to: room)
    #expect(await eventually { world.vendor.people(in: room) == ["ana"] })
  }

  @Test func membersOnlyThrowsOutStrangersAndNobodies() async throws {
    let world = BareWorld(BareProvider([.anonymous]))
    let room = try await world.open { request in
      request.settings.access = .members
      request.members = [MemberInput(person: PersonInput(externalID: "ana"), role: .listener)]
    }
    #expect(await refusal { try await world.token("leo", in: room) } == .notAMember)
    #expect(await refusal { try await world.token(nil, in: room) } == .notAMember)
    for place in ["ana", "leo", "_x1"] { try await world.come(place, to: room) }
    #expect(await eventually { world.vendor.people(in: room) == ["ana"] })
  }

  @Test func nobodyInParticularIsLetInCountedAndThrownOut() async throws {
    let world = BareWorld(BareProvider([.anonymous]))
    let room = try await world.open()
    let grant = try await world.token(nil, in: room)
    #expect(grant.credentials.token == "_nobody listener ")
    try await world.come("_x1", to: room)
    #expect(try await world.connected(in: room) == ["?"])
    let view = try await world.view(room)
    #expect((view.session?.participantCount, view.session?.personCount) == (1, 0))
    let page = try await world.gateway.participants(
      room, ParticipantFilter(), limit: 10, cursor: nil, caller: world.caller)
    let gone = try await world.gateway.remove(
      room, .participant(page.items[0].participant.id), rejoin: .none, caller: world.caller)
    #expect(gone.outcome.changed == true)
    #expect(world.vendor.calls.last == "remove _x1")
    #expect(await refusal { try await world.token(nil, in: room, role: .speaker) } == .invalidRequest)
  }

  @Test func whoMintsForNobodySaysSo() async throws {
    let world = BareWorld()
    let room = try await world.open()
    #expect(await refusal { try await world.token(nil, in: room) } == .capabilityUnsupported)
  }

  @Test func nobodyStaysInARoomThatHasEnded() async throws {
    let world = BareWorld()
    let room = try await world.open()
    try await world.come("leo", to: room)
    _ = try await world.gateway.end(room, caller: world.caller)
    try await world.come("leo", to: room, since: world.now.advanced(bySeconds: 30))
    #expect(await eventually { world.vendor.people(in: room).isEmpty })
    #expect(try await world.view(room).room.phase == .ended)
  }

  @Test func aRestartGoesOnThrowingOut() async throws {
    let vendor = BareProvider()
    let down = ProviderFailure(.unavailable, executed: .no, operation: "remove")
    vendor.fail("remove leo", with: down, down)
    let world = BareWorld(vendor)
    let room = try await world.create()
    try await world.come("leo", to: room)
    #expect(await eventually { vendor.calls.contains("remove leo") })
    let next = BareWorld(vendor, store: world.store)
    await world.gateway.drain(within: .zero)
    #expect(await next.gateway.reconcile(room))
    #expect(await eventually { vendor.people(in: room).isEmpty })
  }
}
