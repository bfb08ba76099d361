import Clocks
import GatewayEngine
import MeetingCore
import ProgramTesting
import ProviderTesting
import Testing

/// Roles, permissions and raised hands at vendors that enforce none of them.
@Suite struct EmulatedRightsTests {
  private func setRole(_ person: String, _ role: ParticipantRole, _ world: BareWorld, _ room: String)
    async throws(GatewayError) -> Outcome
  {
    try await world.gateway.setRole(room, .person(person), to: role, caller: world.caller)
  }

  private func permit(_ person: String, _ changes: [Permission: Bool], _ world: BareWorld, _ room: String)
    async throws(GatewayError) -> Outcome
  {
    try await world.gateway.changePermissions(room, of: person, changes, caller: world.caller).outcome
  }

  private func raise(_ person: String, _ world: BareWorld, _ room: String) async throws(GatewayError)
    -> PermissionRequestView
  {
    try await world.gateway.requestPermissions(
      room, PersonInput(externalID: person), [.sendAudio], caller: world.caller
    ).view
  }

  private func token(_ person: String, _ world: BareWorld, _ room: String) async throws(GatewayError) -> String {
    try await world.token(person, in: room).credentials.token
  }

  // MARK: Nobody to ask

  @Test func aRoleIsWrittenDownAndComesWithTheNextToken() async throws {
    let world = BareWorld()
    let room = try await world.open()
    #expect(try await token("leo", world, room) == "leo listener ")
    let away = try await setRole("leo", .speaker, world, room)
    #expect(away.kind == .applied && away.changed == true)
    #expect(try await token("leo", world, room) == "leo speaker send_audio")
    #expect(try await setRole("leo", .speaker, world, room).changed == false)
  }

  @Test func somebodyConnectedCannotBeToldOfANewRole() async throws {
    let world = BareWorld()
    let room = try await world.open()
    try await world.come("leo", to: room)
    #expect(await refusal { try await setRole("leo", .speaker, world, room) } == .capabilityUnsupported)
    #expect(
      await refusal {
        try await world.gateway.setMembers(
          room, [MemberInput(person: PersonInput(externalID: "leo"), role: .speaker)], caller: world.caller)
      } == .capabilityUnsupported)
    #expect(try await world.participant("leo", in: room).participant.role == .listener)
    let same = try await world.gateway.setMembers(
      room, [MemberInput(person: PersonInput(externalID: "leo"), role: .listener)], caller: world.caller)
    #expect(same.map(\.role) == [.listener], "what they may publish stays as it is")
  }

  @Test func aRoleThatPublishesTheSameIsTheGatewaysAlone() async throws {
    let world = BareWorld()
    let room = try await world.open()
    _ = try await world.token("sam", in: room, role: .speaker)
    try await world.come("sam", to: room)
    let made = try await setRole("sam", .coHost, world, room)
    #expect(made.kind == .applied && made.changed == true)
    #expect(try await world.participant("sam", in: room).participant.role == .coHost)
    let lock = try await world.gateway.lock(
      room, caller: GatewayEngine.Caller(principal: world.caller.principal, onBehalfOf: "sam", requestID: "req_2"))
    #expect(lock.changed == true, "a co-host runs the room at once")
  }

  @Test func aPermissionIsWrittenDownAndComesWithTheNextToken() async throws {
    let world = BareWorld()
    let room = try await world.open()
    let given = try await permit("leo", [.sendAudio: true], world, room)
    #expect(given.kind == .applied && given.changed == true)
    #expect(try await token("leo", world, room) == "leo listener send_audio")
    try await world.come("leo", to: room)
    #expect(await refusal { try await permit("leo", [.sendAudio: false], world, room) } == .capabilityUnsupported)
    #expect(try await permit("leo", [.sendAudio: true], world, room).changed == false)
    #expect(!world.vendor.calls.contains { $0.hasPrefix("permit") })
  }

  @Test func handsAreRaisedAndTurnedDownInOurListAlone() async throws {
    let world = BareWorld()
    let room = try await world.open()
    try await world.come("leo", to: room)
    let calls = world.vendor.calls
    let hand = try await raise("leo", world, room)
    #expect(hand.request.state == .pending)
    #expect(try await raise("leo", world, room).request.id == hand.request.id)
    let rejected = try await world.gateway.rejectRequest(room, hand.request.id, caller: world.caller)
    #expect(rejected.outcome.kind == .applied)
    #expect(rejected.view.request.state == .rejected)
    #expect(world.vendor.calls == calls, "the vendor hears nothing of it")
    let types = try await world.eventTypes(room).filter { $0.hasPrefix("permission") }
    #expect(types == ["permission.requested", "permission.rejected"])
    let again = try await raise("leo", world, room)
    #expect(
      await refusal { try await world.gateway.grantRequest(room, again.request.id, caller: world.caller) }
        == .capabilityUnsupported, "somebody connected cannot be told")
    try await world.gateway.cancelRequest(room, again.request.id, caller: world.caller)
  }

  @Test func aHandOfSomebodyAwayIsGrantedForTheirNextToken() async throws {
    let world = BareWorld()
    let room = try await world.open()
    let hand = try await raise("leo", world, room)
    let granted = try await world.gateway.grantRequest(room, hand.request.id, caller: world.caller)
    #expect(granted.outcome.kind == .applied)
    #expect(granted.view.request.state == .granted)
    #expect(try await token("leo", world, room) == "leo listener send_audio")
  }

  // MARK: Wishes that nobody tells of

  @Test func aWishIsPassedOnToWhoIsThereOnly() async throws {
    let world = BareWorld(BareProvider([.roles, .permissions]))
    let room = try await world.open()
    #expect(try await setRole("leo", .speaker, world, room).kind == .applied)
    #expect(try await permit("mia", [.sendAudio: true], world, room).kind == .applied)
    #expect(!world.vendor.calls.contains { $0.hasPrefix("role") || $0.hasPrefix("permit") })
    try await world.come("leo", to: room)
    let asked = try await setRole("leo", .listener, world, room)
    #expect(asked.kind == .requested && asked.changed == nil && asked.affected.count == 1)
    #expect(world.vendor.calls.last == "role leo listener")
    #expect(try await world.participant("leo", in: room).participant.role == .listener)
    #expect(try await token("leo", world, room) == "leo listener ")
  }

  @Test func whatTheGatewayDecidesHoldsWhereNothingWillTell() async throws {
    let world = BareWorld(BareProvider([.permissions]))
    let room = try await world.open()
    try await world.come("leo", to: room)
    let hand = try await raise("leo", world, room)
    let granted = try await world.gateway.grantRequest(room, hand.request.id, caller: world.caller)
    #expect(granted.outcome.kind == .requested)
    #expect(granted.view.request.state == .granted)
    #expect(world.vendor.calls.last == "permit leo +send_audio")
    let taken = try await permit("leo", [.sendAudio: false], world, room)
    #expect(taken.kind == .requested)
    #expect(try await token("leo", world, room) == "leo listener ")
    let types = try await world.eventTypes(room).filter { $0.hasPrefix("permission") }
    #expect(types == ["permission.requested", "permission.granted", "permission.revoked"])
  }

  // MARK: Wishes that show

  @Test func givingWaitsUntilItShowsAndTakingDoesNot() async throws {
    let world = BareWorld(BareProvider([.permissions, .modes, .muting]))
    let room = try await world.open()
    try await world.come("leo", to: room)
    let hand = try await raise("leo", world, room)
    let granted = try await world.gateway.grantRequest(room, hand.request.id, caller: world.caller)
    #expect(granted.outcome.kind == .requested && granted.outcome.operation != nil)
    #expect(granted.view.request.state == .pending)
    try await world.tell(world.vendor.follow("leo", publishes: true, in: room))
    let listed = try await world.gateway.permissions(room, of: "leo", caller: world.caller)
    #expect(listed.allowed == [.sendAudio: true])
    try await world.publish([.audio], "leo", in: room)
    let taken = try await permit("leo", [.sendAudio: false], world, room)
    #expect(taken.kind == .requested && taken.operation != nil)
    let left = try await world.gateway.permissions(room, of: "leo", caller: world.caller)
    #expect(left.allowed == [.sendAudio: false], "whatever their client does")
    #expect(await eventually { world.vendor.calls.contains("mute leo audio") })
  }

  @Test func aLesserRoleHoldsAtOnceAndAGreaterOneWhenItShows() async throws {
    let world = BareWorld(BareProvider([.roles, .permissions, .modes]))
    let room = try await world.open()
    try await world.come("leo", to: room)
    let up = try await setRole("leo", .speaker, world, room)
    #expect(up.kind == .requested)
    #expect(try await world.participant("leo", in: room).participant.role == .listener)
    try await world.tell(world.vendor.follow("leo", publishes: true, in: room))
    #expect(try await world.participant("leo", in: room).participant.role == .speaker)
    let down = try await setRole("leo", .listener, world, room)
    #expect(down.kind == .requested)
    #expect(try await world.participant("leo", in: room).participant.role == .listener)
    #expect(try await token("leo", world, room) == "leo listener ")
  }

  @Test func whoeverIsNoMemberAnyMoreIsToldWhatTheyMayDo() async throws {
    let world = BareWorld(BareProvider([.roles, .permissions]))
    let room = try await world.open()
    _ = try await world.token("sam", in: room, role: .speaker)
    try await world.come("sam", to: room)
    try await world.gateway.removeMember(room, "sam", caller: world.caller)
    #expect(world.vendor.calls.last == "role sam listener")
    #expect(try await world.participant("sam", in: room).participant.role == .listener)
  }

  // MARK: Watching

  @Test func aListenersMicrophoneIsMutedAndTheThirdTimeThrowsThemOut() async throws {
    let world = BareWorld(BareProvider([.permissions, .muting]))
    let room = try await world.open()
    try await world.come("leo", to: room)
    for round in 1...3 {
      try await world.publish([.audio], "leo", in: room)
      guard round < 3 else { break }
      #expect(await eventually { world.vendor.calls.filter { $0 == "mute leo audio" }.count == round })
      #expect(
        await eventually { (try? await world.eventTypes(room).filter { $0 == "participant.muted" }.count) == round })
    }
    #expect(await eventually { world.vendor.people(in: room).isEmpty })
    #expect(await eventually { (try? await world.leaveReasons(room)) == ["removed"] })
    #expect(try await world.eventTypes(room).suffix(2) == ["participant.removed", "participant.left"])
    #expect(await refusal { try await world.token("leo", in: room) } == nil, "a removal is no ban")
  }

  @Test func whoeverMaySpeakIsLeftAlone() async throws {
    let world = BareWorld(BareProvider([.permissions, .muting]))
    let room = try await world.open()
    _ = try await world.token("sam", in: room, role: .speaker)
    try await world.come("sam", to: room)
    for _ in 1...4 { try await world.publish([.audio], "sam", in: room) }
    #expect(await world.gateway.reconcile(room))
    #expect(!world.vendor.calls.contains { $0.hasPrefix("mute") || $0.hasPrefix("remove") })
  }

  @Test func nobodyInParticularIsMutedByPlace() async throws {
    let world = BareWorld(BareProvider([.permissions, .muting, .anonymous]))
    let room = try await world.open()
    for place in ["_x1", "_x2"] { try await world.come(place, to: room) }
    try await world.publish([.audio], "_x1", in: room)
    #expect(await eventually { world.vendor.calls.contains("mute _x1 audio") })
    #expect(
      await eventually { (try? await world.eventTypes(room).filter { $0 == "participant.muted" }.count) == 1 },
      "and nobody else is told to be muted")
  }

  @Test func aVendorThatCannotMuteHasThemThrownOut() async throws {
    let time = ManualTime()
    let world = BareWorld(BareProvider([.unkept]), time: time)
    let room = try await world.open()
    try await world.come("leo", to: room)
    _ = world.vendor.publish([.audio], "leo", in: room)
    for _ in 1...3 {
      #expect(await world.gateway.reconcile(room))
      await time.advance(by: .seconds(30))
    }
    #expect(await eventually { world.vendor.people(in: room).isEmpty })
  }
}
