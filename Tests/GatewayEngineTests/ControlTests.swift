import GatewayEngine
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Testing

@Suite struct ControlTests {
  private func live(_ world: World) async throws -> String {
    let room = try await world.create().room.id
    _ = try await world.gateway.goLive(room, caller: world.caller)
    return room
  }

  @Test func goingLiveTwiceChangesOnceAndAsksTheVendorEachTime() async throws {
    let world = World()
    let room = try await world.create().room.id
    #expect(try await world.gateway.goLive(room, caller: world.caller).changed == true)
    let again = try await world.gateway.goLive(room, caller: world.caller)
    #expect(again.changed == false)
    #expect(again.reason == .already)
    #expect(world.vendor.calls.filter { $0 == "go_live" }.count == 2)
  }

  @Test func twoEndsAtOnceAreOneEnd() async throws {
    let world = World()
    let room = try await live(world)
    let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
      for _ in 0..<8 { group.addTask { try await world.gateway.end(room, caller: world.caller) } }
      return try await group.reduce(into: [Outcome]()) { $0.append($1) }
    }
    #expect(outcomes.filter { $0.changed == true }.count == 1)
    #expect(outcomes.filter { $0.changed == false }.allSatisfy { $0.reason == .alreadyEnded })
    #expect(try await world.eventTypes(room).filter { $0 == "room.ended" }.count == 1)
  }

  /// The vendor refuses what comes after the end, before the end is committed here or after.
  @Test func whatAnEndOvertookIsToldAsThat() async throws {
    let world = World()
    let room = try await world.create().room.id
    let gate = Gate()
    world.vendor.holdGoLive(at: gate)
    world.vendor.failLives(ProviderFailure(.conflict, executed: .no, operation: "go_live"))
    async let live = world.gateway.goLive(room, caller: world.caller)
    #expect(await eventually { gate.waiting == 1 })
    #expect(try await world.gateway.end(room, caller: world.caller).changed == true)
    gate.open()
    do {
      _ = try await live
      Issue.record("it went live")
    } catch { #expect((error as? GatewayError)?.code == .roomEnded) }
  }

  @Test func aVendorsRefusalInAnOpenRoomStaysTheVendors() async throws {
    let world = World()
    let room = try await world.create().room.id
    world.vendor.failLives(ProviderFailure(.conflict, executed: .no, operation: "go_live"))
    let error = await #expect(throws: GatewayError.self) {
      try await world.gateway.goLive(room, caller: world.caller)
    }
    #expect(error?.code == .providerError)
  }

  /// It was deleted there, or the vendor is a mock that was started anew: its name must become free again.
  @Test func aRoomThatTheVendorDoesNotKnowCanBeEnded() async throws {
    let world = World()
    let room = try await world.create("evening").room.id
    world.vendor.failEnds(ProviderFailure(.notFound, executed: .no, operation: "end"))
    let outcome = try await world.gateway.end(room, caller: world.caller)
    #expect(outcome.kind == .applied && outcome.changed == true)
    #expect(try await world.eventTypes(room).last == "room.ended")
    #expect(try await world.create("evening").room.id != room)
  }

  @Test func aRoomWithoutABackstageDoesNotGoThere() async throws {
    let world = World()
    var request = world.request()
    request.settings.backstage = false
    let room = try await world.gateway.createRoom(request, claim: nil, caller: world.caller).view.room.id
    let error = await #expect(throws: GatewayError.self) {
      try await world.gateway.stopLive(room, caller: world.caller)
    }
    #expect(error?.code == .capabilityUnsupported && error?.capability == .stage)
    #expect(!world.vendor.calls.contains("stop_live"))
    #expect(try await world.gateway.goLive(room, caller: world.caller).changed == false)
  }

  @Test func aListenerMayNotControlAndTheVendorIsNotAsked() async throws {
    let world = World()
    let room = try await live(world)
    let before = world.vendor.calls.count
    let error = await #expect(throws: GatewayError.self) {
      try await world.gateway.end(room, caller: world.acting("leo"))
    }
    #expect(error?.code == .forbidden)
    #expect(world.vendor.calls.count == before)
  }

  @Test func somebodyComingIntoALockedRoomIsThrownOutAgain() async throws {
    let world = World()
    let room = try await live(world)
    _ = try await world.gateway.lock(room, caller: world.caller)
    try await world.joined(room, "ps-1", "leo")
    let isOut = try await eventually { try await world.eventTypes(room).contains("participant.left") }
    #expect(isOut)
    #expect(world.vendor.calls.contains("remove leo none"))
    let all = try await world.gateway.participants(
      room, everybody, limit: 10, cursor: nil, caller: world.caller)
    #expect(all.items.first?.participant.leaveReason == .notAdmitted)
  }

  private var everybody: ParticipantFilter {
    var filter = ParticipantFilter()
    filter.isConnected = nil
    return filter
  }

  @Test func whoWasRemovedForGoodGetsNoTokenAndIsThrownOutOnReturn() async throws {
    let world = World()
    let room = try await live(world)
    try await world.joined(room, "ps-1", "bo")
    let (outcome, enforced) = try await world.gateway.remove(
      room, .person("bo"), rejoin: .forever, caller: world.caller)
    #expect(outcome.changed == true)
    #expect(outcome.affected.count == 1)
    #expect(enforced == .onJoin)
    let error = await #expect(throws: GatewayError.self) {
      try await world.gateway.joinToken(
        room, TokenRequest(person: PersonInput(externalID: "bo"), role: nil, ttlSeconds: 60), caller: world.caller)
    }
    #expect(error?.code == .banned)
    try await world.joined(room, "ps-2", "bo")
    #expect(await eventually { world.vendor.calls.contains("remove bo forever") })
  }

  @Test func mutingSaysOnlyWhatIsKnown() async throws {
    let world = World()
    let room = try await live(world)
    let absent = try await world.gateway.mute(room, .person("bo"), tracks: [.audio], caller: world.caller)
    // The vendor accepted it: bo may have joined without having been reported yet.
    #expect(absent.changed == nil)
    #expect(absent.reason == nil)
    #expect(absent.affected.isEmpty)
    let unknown = try await world.gateway.mute(room, .person("stranger"), tracks: [.audio], caller: world.caller)
    #expect(unknown.changed == false)
    #expect(unknown.reason == .notConnected)
    try await world.joined(room, "ps-1", "bo")
    #expect(try await world.gateway.mute(room, .person("bo"), tracks: [.audio], caller: world.caller).changed == nil)
    let again = try await world.gateway.mute(room, .person("bo"), tracks: [.audio], caller: world.caller)
    #expect(again.changed == false)
    #expect(again.reason == .already)
    #expect(try await world.eventTypes(room).filter { $0 == "participant.muted" }.count == 1)
  }

  @Test func aStoreThatFailsAfterAMuteIsNotTheVendorsFault() async throws {
    let world = World()
    let room = try await live(world)
    try await world.joined(room, "ps-1", "bo")
    world.store.failNextCommits(1)
    let error = await #expect(throws: GatewayError.self) {
      try await world.gateway.mute(room, .person("bo"), tracks: [.audio], caller: world.caller)
    }
    #expect(error?.code == .storeUnavailable)
    #expect(error?.provider == nil)
  }

  @Test func aTokenThatLosesAgainstTheEndIsNotGivenOut() async throws {
    let world = World()
    for _ in 0..<30 {
      let room = try await live(world)
      async let token = Result { () async throws in
        try await world.gateway.joinToken(
          room, TokenRequest(person: PersonInput(externalID: "ana"), role: nil, ttlSeconds: 60), caller: world.caller)
      }
      async let joined: Void = world.joined(room, "ps-\(room)", "ana")
      _ = try await world.gateway.end(room, caller: world.caller)
      try await joined
      if case .failure(let error) = await token { #expect((error as? GatewayError)?.code == .roomEnded) }
      let isEmpty = try await eventually {
        try await world.gateway.participants(
          room, ParticipantFilter(), limit: 10, cursor: nil, caller: world.caller
        ).items.isEmpty
      }
      #expect(isEmpty)
    }
  }

  @Test func aTenantSeesNothingOfAnother() async throws {
    let world = World()
    let room = try await world.create().room.id
    let stranger = Caller(
      principal: .key(KeyPrincipal(id: "key_2", tenant: "ten_b", scopes: [.read, .manage])), requestID: "r")
    let error = await #expect(throws: GatewayError.self) { try await world.gateway.room(room, caller: stranger) }
    #expect(error?.code == .notFound)
  }

  @Test func aCapabilityThatIsLackingIsATypedError() async throws {
    let world = World()
    var request = world.request()
    request.requiredCapabilities = [.whip]
    let error = await #expect(throws: GatewayError.self) {
      try await world.gateway.createRoom(request, claim: nil, caller: world.caller)
    }
    #expect(error?.code == .noProviderFits)
  }
}

extension Result where Failure == any Error {
  init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
