import Clocks
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import RoomReducer
import Store
import Testing

@testable import GatewayEngine

/// A vendor that accepts, and shows later.
@Suite("Controls whose outcome comes later, in the gateway")
struct OperationTests {
  private static let silent = Fact.Detail.tracks(
    connection: "c-ana", [.audio: TrackState(publishing: true, muted: true)])
  private static let awaitingSilence = ControlOutcome.pending(
    confirmedBy: [.tracksOff(connection: "c-ana", [.audio])], within: .seconds(15))
  private static let awaitingMode = ControlOutcome.asked(
    confirmedBy: [.mode(connection: "c-ana", publishes: true)], within: .seconds(15))

  private func world(_ answers: FakeAnswers, store: InMemoryStore = InMemoryStore(), time: ManualTime) -> World {
    World(vendor: FakeVendor(answers: answers), store: store, time: time)
  }

  private func hear(_ world: World, _ room: String, _ details: Fact.Detail...) async throws {
    let facts = details.map { detail in
      RoomInput.fact(Fact(occurredAt: world.gateway.services.now, source: .socket, detail))
    }
    _ = try await world.gateway.services.commit(RoomSubmission(facts), to: room)
  }

  /// A live room with ana in it, speaking, and the gateway's seat.
  private func room(_ world: World) async throws -> String {
    let room = try await world.create().room.id
    _ = try await world.gateway.goLive(room, caller: world.caller)
    try await hear(
      world, room, .joined(.init(connection: "c-ana", person: "ana", session: "s-1")), .seat(isThere: true),
      .tracks(connection: "c-ana", [.audio: TrackState(publishing: true, muted: false)]),
      .mode(connection: "c-ana", publishes: false))
    return room
  }

  private func operation(_ world: World, _ id: String?) async throws -> Operation {
    try await world.gateway.operation(try #require(id), caller: world.caller)
  }

  @Test func aMuteIsPendingUntilItShows() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.mute(Self.awaitingSilence)
    let outcome = try await world.gateway.mute(room, .person("ana"), tracks: [.audio], caller: world.caller)
    #expect((outcome.kind, outcome.changed) == (.pending, nil))
    #expect(outcome.affected.count == 1)
    #expect(try await operation(world, outcome.operation).state == .pending)
    #expect(try await world.eventTypes(room).contains("participant.muted") == false)
    try await hear(world, room, Self.silent)
    let done = try await operation(world, outcome.operation)
    #expect((done.state, done.purpose.kind, done.by) == (.succeeded, "mute", "nadia"))
    #expect(try await world.eventTypes(room).suffix(2) == ["participant.muted", "operation.finished"])
    let again = try await world.gateway.mute(room, .person("ana"), tracks: [.audio], caller: world.caller)
    #expect((again.kind, again.changed, again.reason) == (.applied, false, .already))
    #expect(again.operation == nil)
  }

  @Test func allAtOnceIsOneOperationWithProgress() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    try await hear(
      world, room, .joined(.init(connection: "c-bo", person: "bo", session: "s-1")),
      .tracks(connection: "c-bo", [.audio: TrackState(publishing: true, muted: false)]))
    answers.mute(
      .pending(
        confirmedBy: ["c-ana", "c-bo"].map { .tracksOff(connection: $0, [.audio]) }, within: .seconds(15)))
    let batch = try await world.gateway.muteAll(room, tracks: [.audio], except: [], caller: world.caller)
    #expect(batch.items.map(\.outcome) == [.pending, .pending])
    try await hear(world, room, Self.silent)
    let half = try await operation(world, batch.outcome.operation)
    #expect((half.state, half.progress) == (.pending, .init(done: 1, total: 2)))
    try await hear(world, room, .left(connection: "c-bo", person: "bo", reason: .left))
    #expect(try await operation(world, batch.outcome.operation).state == .succeeded)
  }

  @Test func whoIsSilentAlreadyIsNotWaitedFor() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    try await hear(
      world, room, .joined(.init(connection: "c-bo", person: "bo", session: "s-1")),
      .tracks(connection: "c-bo", [.audio: TrackState(publishing: false, muted: true)]),
      .joined(.init(connection: "c-leo", person: "leo", session: "s-1")), .mode(connection: "c-leo", publishes: false))
    answers.mute(
      .pending(
        confirmedBy: ["c-bo", "c-leo", "c-ana"].map { .tracksOff(connection: $0, [.audio]) }, within: .seconds(15)))
    let batch = try await world.gateway.muteAll(room, tracks: [.audio], except: [], caller: world.caller)
    let people = try await world.gateway.services.anyRoom(room)?.participants.values.map { ($0.id, $0.person) } ?? []
    let outcomes = Dictionary(batch.items.map { ($0.participant, $0.outcome) }) { first, _ in first }
    for (id, person) in people { #expect(outcomes[id] == (person == "ana" ? .pending : .applied)) }
    #expect(batch.outcome.kind == .pending)
    #expect(batch.items.allSatisfy { $0.changed != true })
    try await hear(world, room, Self.silent)
    #expect(try await operation(world, batch.outcome.operation).state == .succeeded)
  }

  @Test func whatCannotBeStoppedIsRefusedBeforeTheVendorIsAsked() async throws {
    let world = World(vendor: FakeVendor(stoppable: [.audio]), store: InMemoryStore(), time: ManualTime())
    let room = try await room(world)
    let asked = world.vendor.calls.count
    let one = await Self.refusal { () throws(GatewayError) in
      _ = try await world.gateway.mute(room, .person("ana"), tracks: [.audio, .screen], caller: world.caller)
    }
    #expect((one?.code, one?.capability) == (.capabilityUnsupported, .mute))
    #expect(one?.detail.contains("screen") == true)
    let all = await Self.refusal { () throws(GatewayError) in
      _ = try await world.gateway.muteAll(room, tracks: [.video], except: [], caller: world.caller)
    }
    #expect(all?.code == .capabilityUnsupported)
    #expect(world.vendor.calls.count == asked)
  }

  private static func refusal(_ body: () async throws(GatewayError) -> Void) async -> GatewayError? {
    do { try await body() } catch { return error }
    return nil
  }

  @Test func theDeadlineReadsTheRoomAndThenSaysWhatIsSo() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.mute(Self.awaitingSilence)
    let outcome = try await world.gateway.mute(room, .person("ana"), tracks: [.audio], caller: world.caller)
    #expect(await time.waitForSleepers(1))
    let reads = world.vendor.calls.count { $0 == "snapshot" }
    await time.advance(by: .seconds(14))
    #expect(try await operation(world, outcome.operation).state == .pending)
    await time.advance(by: .seconds(1))
    #expect(try await eventually { try await operation(world, outcome.operation).state == .failed })
    #expect(try await operation(world, outcome.operation).errorCode == .providerTimeout)
    #expect(world.vendor.calls.count { $0 == "snapshot" } == reads + 1)
    #expect(try await world.eventTypes(room).last == "operation.finished")
  }

  @Test func whereTheVendorCannotBeReadNothingIsClaimed() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.mute(Self.awaitingSilence)
    let outcome = try await world.gateway.mute(room, .person("ana"), tracks: [.audio], caller: world.caller)
    #expect(await time.waitForSleepers(1))
    world.vendor.failReads(ProviderFailure(.forbidden, executed: .no, operation: "read"))
    await time.advance(by: .seconds(15))
    #expect(await time.waitForSleepers(1), "once more a moment later")
    await time.advance(by: .seconds(1))
    #expect(try await eventually { try await operation(world, outcome.operation).state == .unknown })
  }

  @Test func anotherProcessGoesOnWithIt() async throws {
    let (answers, time, store) = (FakeAnswers(), ManualTime(), InMemoryStore())
    let first = world(answers, store: store, time: time)
    let room = try await room(first)
    answers.mute(Self.awaitingSilence)
    let late = try await first.gateway.mute(room, .person("ana"), tracks: [.audio], caller: first.caller)
    answers.role(Self.awaitingMode)
    let role = try await first.gateway.setRole(room, .person("ana"), to: .speaker, caller: first.caller)
    // The first process is gone; its clock watches nothing any more.
    await first.gateway.drain(within: .milliseconds(1))
    let after = ManualTime(wallNanoseconds: time.wallNanoseconds)
    let second = world(answers, store: store, time: after)
    try await second.gateway.start()
    #expect(await after.waitForSleepers(2))
    try await hear(second, room, .mode(connection: "c-ana", publishes: true))
    #expect(try await operation(second, role.operation).state == .succeeded)
    await after.advance(by: .seconds(15))
    #expect(try await eventually { try await operation(second, late.operation).state == .failed })
    #expect(try await second.eventTypes(room).count { $0 == "operation.finished" } == 2)
  }

  @Test func aRoleIsAWishUntilTheModeShowsIt() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.role(Self.awaitingMode)
    let outcome = try await world.gateway.setRole(room, .person("ana"), to: .speaker, caller: world.caller)
    #expect((outcome.kind, outcome.changed) == (.requested, nil))
    func role() async throws -> ParticipantRole? {
      try await world.gateway.participants(room, .init(), limit: 5, cursor: nil, caller: world.caller).items.first?
        .participant.role
    }
    #expect(try await role() == .listener)
    try await hear(world, room, .mode(connection: "c-ana", publishes: true))
    #expect(try await role() == .speaker)
    #expect(try await operation(world, outcome.operation).state == .succeeded)
  }

  @Test func whoDoesNotFollowAWishKeepsTheirRole() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.role(Self.awaitingMode)
    let outcome = try await world.gateway.setRole(room, .person("ana"), to: .speaker, caller: world.caller)
    #expect(await time.waitForSleepers(1))
    await time.advance(by: .seconds(15))
    #expect(try await eventually { try await operation(world, outcome.operation).state == .failed })
    #expect(try await operation(world, outcome.operation).errorCode == .conflict)
    #expect(try await world.gateway.services.anyRoom(room)?.participants["c-ana"]?.role == .listener)
  }

  @Test func aMembershipHoldsAtOnceAndTheConnectionWhenItShows() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.role(Self.awaitingMode)
    let members = try await world.gateway.setMembers(
      room, [MemberInput(person: PersonInput(externalID: "ana"), role: .speaker)], caller: world.caller)
    #expect(members.map(\.role) == [.speaker])
    let state = try await world.gateway.services.anyRoom(room)
    #expect(state?.participants["c-ana"]?.role == .listener)
    #expect(state?.operations.count == 1)
    try await hear(world, room, .mode(connection: "c-ana", publishes: true))
    #expect(try await world.gateway.services.anyRoom(room)?.participants["c-ana"]?.role == .speaker)
  }

  @Test func aRequestIsGrantedWhenItShows() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.permissions(Self.awaitingMode)
    let (outcome, _) = try await world.gateway.changePermissions(
      room, of: "ana", [.sendAudio: true], caller: world.caller)
    #expect(outcome.kind == .requested)
    #expect(try await world.gateway.services.anyRoom(room)?.permissions(of: "ana") == [])
    try await hear(world, room, .mode(connection: "c-ana", publishes: true))
    #expect(try await world.gateway.services.anyRoom(room)?.permissions(of: "ana") == [.sendAudio])
    #expect(try await world.eventTypes(room).suffix(2) == ["permission.granted", "operation.finished"])
  }

  @Test func anEndOnItsWayLetsNobodyIn() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.end(.pending(confirmedBy: [.sessionOver(vendorID: "s-1")], within: .seconds(30)))
    let outcome = try await world.gateway.end(room, caller: world.caller)
    #expect(outcome.kind == .pending)
    await #expect(throws: GatewayError.self) {
      try await world.gateway.joinToken(
        room, TokenRequest(person: PersonInput(externalID: "bo"), role: nil, ttlSeconds: 60), caller: world.caller)
    }
    try await world.hook(["type": "session_ended", "room": .string(room)])
    #expect(try await operation(world, outcome.operation).state == .succeeded)
    #expect(try await world.eventTypes(room).suffix(2) == ["room.ended", "operation.finished"])
  }

  @Test func aRemovalIsToldWhenTheyAreGone() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.remove(.pending(confirmedBy: [.gone(connection: "c-ana")], within: .seconds(15)))
    let (outcome, enforced) = try await world.gateway.remove(
      room, .person("ana"), rejoin: .forever, caller: world.caller)
    #expect((outcome.kind, enforced) == (.pending, .onJoin))
    #expect(try await world.eventTypes(room).last == "participant.banned", "kept out from now on")
    try await hear(world, room, .left(connection: "c-ana", person: "ana", reason: nil))
    #expect(
      try await world.eventTypes(room).suffix(3) == ["participant.removed", "participant.left", "operation.finished"])
  }

  @Test func whoIsBannedIsToldAsRemovedWhenTheyAreGone() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.remove(.pending(confirmedBy: [.gone(connection: "c-ana")], within: .seconds(15)))
    let ban = try await world.gateway.ban(room, PersonInput(externalID: "ana"), until: nil, caller: world.caller)
    #expect(ban.person.externalID == "ana")
    #expect(try await world.eventTypes(room).last == "participant.banned")
    try await hear(world, room, .left(connection: "c-ana", person: "ana", reason: nil))
    #expect(
      try await world.eventTypes(room).suffix(3) == ["participant.removed", "participant.left", "operation.finished"])
  }

  @Test func whatIsOfferedAndNotUpYetIsToldWithATime() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.fail(ProviderFailure(.notConnected(retryAfter: .milliseconds(1_500)), executed: .no, operation: "mute"))
    do {
      _ = try await world.gateway.mute(room, .person("ana"), tracks: [.audio], caller: world.caller)
      Issue.record("must be refused")
    } catch {
      #expect((error.code, error.retryAfterSeconds) == (.capabilityUnavailable, 2))
    }
  }

  @Test func anotherTenantsOperationIsNotThere() async throws {
    let (answers, time) = (FakeAnswers(), ManualTime())
    let world = world(answers, time: time)
    let room = try await room(world)
    answers.mute(Self.awaitingSilence)
    let outcome = try await world.gateway.mute(room, .person("ana"), tracks: [.audio], caller: world.caller)
    let stranger = Caller(
      principal: .key(KeyPrincipal(id: "key_2", tenant: "ten_b", scopes: [.read])), requestID: "req_3")
    let id = try #require(outcome.operation)
    await #expect(throws: GatewayError.self) { try await world.gateway.operation(id, caller: stranger) }
  }
}
