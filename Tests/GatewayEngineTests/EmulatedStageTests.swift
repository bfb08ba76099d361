import Clocks
import GatewayEngine
import MeetingCore
import ProgramTesting
import ProviderTesting
import Testing

/// Backstage and live at a vendor that knows neither.
@Suite struct EmulatedStageTests {
  @Test func backstageRefusesTheAudienceAndLiveLetsItIn() async throws {
    let world = BareWorld()
    let room = try await world.create()
    #expect(try await world.view(room).room.phase == .backstage)
    #expect(await refusal { try await world.token("leo", in: room) } == .roomInBackstage)
    #expect(await refusal { try await world.token(nil, in: room) } == .roomInBackstage)
    #expect(await refusal { try await world.token("nadia", in: room) } == nil)
    #expect(await refusal { try await world.token("sam", in: room, role: .speaker) } == nil)
    let live = try await world.gateway.goLive(room, caller: world.caller)
    #expect(live.kind == .applied && live.changed == true)
    #expect(try await world.gateway.goLive(room, caller: world.caller).changed == false)
    #expect(await refusal { try await world.token("leo", in: room) } == nil)
    #expect(!world.vendor.calls.contains { $0.contains("live") }, "the vendor hears nothing of it")
  }

  @Test func stoppingEmptiesTheRoomOfItsAudience() async throws {
    let world = BareWorld()
    let room = try await world.open()
    _ = try await world.token("sam", in: room, role: .speaker)
    let audience = (1...30).map { "leo-\($0)" }
    for person in ["nadia", "sam"] + audience { try await world.come(person, to: room) }
    let stop = try await world.gateway.stopLive(room, caller: world.caller)
    #expect(stop.kind == .pending && stop.changed == true)
    #expect(stop.affected.count == 30)
    #expect(await eventually { world.vendor.people(in: room) == ["nadia", "sam"] })
    #expect(await eventually { (try? await world.connected(in: room)) == ["nadia", "sam"] })
    #expect(Set(try await world.leaveReasons(room)) == ["not_admitted"])
    #expect(await refusal { try await world.token("leo-1", in: room) } == .roomInBackstage)
    let again = try await world.gateway.stopLive(room, caller: world.caller)
    #expect(again.kind == .applied && again.changed == false, "nobody is left to go")
  }

  @Test func withoutAnAudienceStoppingIsDoneAtOnce() async throws {
    let world = BareWorld()
    let room = try await world.open()
    try await world.come("nadia", to: room)
    let stop = try await world.gateway.stopLive(room, caller: world.caller)
    #expect(stop.kind == .applied && stop.changed == true)
    #expect(world.vendor.people(in: room) == ["nadia"])
  }

  @Test func whoeverComesToBackstageWithAnOlderTokenIsThrownOutEachTime() async throws {
    let world = BareWorld()
    let room = try await world.create()
    for round in 1...2 {
      let since = world.now.advanced(bySeconds: Int64(round * 100))
      try await world.come("leo", to: room, since: since)
      // A delivery that follows closely on a leave is checked by reading the room.
      #expect(await eventually { world.vendor.calls.filter { $0 == "remove leo" }.count == round })
      #expect(await eventually { (try? await world.leaveReasons(room).count) == round })
    }
    #expect(world.vendor.people(in: room).isEmpty)
    #expect(try await world.leaveReasons(room) == ["not_admitted", "not_admitted"])
  }

  @Test func goingLiveAgainKeepsWhoIsStillThere() async throws {
    let world = BareWorld(removals: RemovalOptions(perSecond: 0.2, atOnce: 1))
    let room = try await world.open()
    for index in 1...5 { try await world.come("leo-\(index)", to: room) }
    _ = try await world.gateway.stopLive(room, caller: world.caller)
    #expect(await eventually { world.vendor.people(in: room).count == 4 }, "the first goes at once, the next later")
    _ = try await world.gateway.goLive(room, caller: world.caller)
    #expect(try await world.connected(in: room).count == 4)
    try await world.go("leo-5", from: room)
    let removed = world.vendor.calls.filter { $0.hasPrefix("remove") }
    #expect(removed.count == 1)
    #expect(try await world.leaveReasons(room).first == "not_admitted")
  }

  @Test func theAudienceGoesAtThePaceThatTheVendorBears() async throws {
    let vendor = BareProvider()
    vendor.slowRemovals(by: .milliseconds(10))
    let slow = ProviderFailure(.rateLimited(retryAfter: .milliseconds(50)), executed: .no, operation: "remove")
    vendor.fail("remove leo-3", with: slow, slow)
    vendor.fail("remove leo-5", with: slow)
    let world = BareWorld(vendor, removals: RemovalOptions(perSecond: 200, atOnce: 4))
    let room = try await world.open()
    for index in 1...20 { try await world.come("leo-\(index)", to: room) }
    _ = try await world.gateway.stopLive(room, caller: world.caller)
    #expect(await eventually { vendor.people(in: room).isEmpty }, "a vendor that asks to slow down is asked again")
    #expect(vendor.mostRemovalsAtOnce <= 4)
    #expect(vendor.calls.filter { $0 == "remove leo-3" }.count == 3)
    #expect(await eventually { (try? await world.leaveReasons(room).count) == 20 })
  }

  @Test func whatAVendorSaysOfItsRoomLeavesTheStageAlone() async throws {
    let world = BareWorld()
    let room = try await world.create()
    try await world.come("nadia", to: room)
    #expect(await world.gateway.reconcile(room))
    #expect(try await world.view(room).room.phase == .backstage)
    #expect(try await world.eventTypes(room).contains("room.went_live") == false)
  }

  @Test func joiningAheadOpensTheDoorBeforeTheStart() async throws {
    let world = BareWorld()
    let starts = world.now.advanced(bySeconds: 60)
    let room = try await world.create { request in
      request.startsAt = starts
      request.joinAheadSeconds = 600
    }
    #expect(await refusal { try await world.token("leo", in: room) } == nil)
    _ = try await world.gateway.goLive(room, caller: world.caller)
    _ = try await world.gateway.stopLive(room, caller: world.caller)
    #expect(await refusal { try await world.token("leo", in: room) } == .roomInBackstage, "stopped is stopped")
  }

  @Test func anExplicitBackstageInAMeetingKeepsItsSpeakersOut() async throws {
    let world = BareWorld()
    let room = try await world.create(.meeting) { $0.settings.backstage = true }
    #expect(await refusal { try await world.token("ana", in: room) } == .roomInBackstage)
    #expect(await refusal { try await world.token("co", in: room, role: .coHost) } == nil)
  }
}
