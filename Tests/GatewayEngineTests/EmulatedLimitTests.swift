import Clocks
import GatewayEngine
import MeetingCore
import ProgramTesting
import ProviderTesting
import Testing

/// Limits of rooms at a vendor that has none, and settings that nobody keeps.
@Suite struct EmulatedLimitTests {
  @Test func aFullRoomGivesNoTokensAndThrowsOutWhoCameLast() async throws {
    let world = BareWorld()
    let room = try await world.open { $0.settings.maximumParticipants = .set(2) }
    // Both tokens were given before anybody came.
    for person in ["ana", "bo", "cy"] { _ = try await world.token(person, in: room) }
    for person in ["ana", "bo", "cy"] { try await world.come(person, to: room) }
    #expect(await eventually { world.vendor.people(in: room) == ["ana", "bo"] })
    #expect(await eventually { (try? await world.leaveReasons(room)) == ["not_admitted"] })
    #expect(await refusal { try await world.token("dee", in: room) } == .roomFull)
    #expect(await refusal { try await world.token("nadia", in: room) } == nil)
    try await world.go("bo", from: room)
    #expect(await eventually { (try? await world.connected(in: room)) == ["ana"] })
    #expect(await refusal { try await world.token("dee", in: room) } == nil)
  }

  @Test func aLimitCanBeRaisedWhereOnlyTheGatewayKeepsIt() async throws {
    let world = BareWorld()
    let room = try await world.open { $0.settings.maximumParticipants = .set(1) }
    try await world.come("ana", to: room)
    #expect(await refusal { try await world.token("bo", in: room) } == .roomFull)
    var change = UpdateRoom()
    change.settings.maximumParticipants = .set(2)
    _ = try await world.gateway.updateRoom(room, change, caller: world.caller)
    #expect(await refusal { try await world.token("bo", in: room) } == nil)
  }

  @Test func aRoomThatHasLastedAsLongAsItMayIsEnded() async throws {
    let time = ManualTime(wallNanoseconds: 1_700_000_000_000_000_000)
    let world = BareWorld(time: time)
    let keeper = Task { await world.gateway.keepDeadlines() }
    defer { keeper.cancel() }
    let room = try await world.open { $0.settings.maximumDurationSeconds = .set(60) }
    await time.advance(by: .seconds(600))
    #expect(try await world.view(room).room.phase == .live, "nobody has come: it has not begun")
    try await world.come("ana", to: room)
    await time.advance(by: .seconds(59))
    #expect(try await world.view(room).room.phase == .live)
    #expect(
      await eventually {
        await time.advance(by: .seconds(1))
        return (try? await world.view(room).room.phase) == .ended
      })
    #expect(try await world.view(room).room.endReason == "max_duration")
    #expect(world.vendor.calls.filter { $0 == "end" }.count == 1)
    #expect(try await world.leaveReasons(room) == ["room_ended"])
  }

  @Test func aNewProcessKeepsTheTimeOfTheOneBefore() async throws {
    let time = ManualTime(wallNanoseconds: 1_700_000_000_000_000_000)
    let vendor = BareProvider()
    let first = BareWorld(vendor, time: time)
    let room = try await first.open { $0.settings.maximumDurationSeconds = .set(60) }
    try await first.come("ana", to: room)
    let second = BareWorld(vendor, store: first.store, time: time)
    let keeper = Task { await second.gateway.keepDeadlines() }
    defer { keeper.cancel() }
    await time.advance(by: .seconds(61))
    #expect(
      await eventually {
        await time.advance(by: .seconds(1))
        return (try? await second.view(room).room.endReason) == "max_duration"
      })
  }

  @Test func aLiftedLimitEndsNothing() async throws {
    let time = ManualTime(wallNanoseconds: 1_700_000_000_000_000_000)
    let world = BareWorld(time: time)
    let keeper = Task { await world.gateway.keepDeadlines() }
    defer { keeper.cancel() }
    let room = try await world.open { $0.settings.maximumDurationSeconds = .set(60) }
    let limited = try await world.open { $0.settings.maximumDurationSeconds = .set(120) }
    for room in [room, limited] { try await world.come("ana", to: room) }
    var change = UpdateRoom()
    change.settings.maximumDurationSeconds = .set(nil)
    _ = try await world.gateway.updateRoom(room, change, caller: world.caller)
    #expect(
      await eventually {
        await time.advance(by: .seconds(1))
        return (try? await world.view(limited).room.phase) == .ended
      })
    #expect(try await world.view(room).room.phase == .live)
  }

  @Test func aVendorThatFailsIsAskedToEndAgain() async throws {
    let time = ManualTime(wallNanoseconds: 1_700_000_000_000_000_000)
    let vendor = BareProvider()
    vendor.fail("end", with: ProviderFailure(.invalid, executed: .no, operation: "end"))
    let world = BareWorld(vendor, time: time)
    let keeper = Task { await world.gateway.keepDeadlines() }
    defer { keeper.cancel() }
    let room = try await world.open { $0.settings.maximumDurationSeconds = .set(60) }
    try await world.come("ana", to: room)
    #expect(
      await eventually {
        await time.advance(by: .seconds(1))
        return (try? await world.view(room).room.phase) == .ended
      })
    #expect(vendor.calls.filter { $0 == "end" }.count == 2)
  }

  // MARK: What nobody keeps

  private func issues(_ work: () async throws -> Void) async -> (code: ErrorCode?, pointers: [String]) {
    do { try await work() } catch let error as GatewayError { return (error.code, error.issues.map(\.pointer)) } catch {
      Issue.record(error)
    }
    return (nil, [])
  }

  @Test func aSettingThatNobodyKeepsIsRefusedByName() async throws {
    let world = BareWorld()
    let refused = await issues {
      _ = try await world.create { request in
        request.provider = "bare-main"
        request.settings.emptyTimeoutSeconds = .set(60)
      }
    }
    #expect(refused.code == .capabilityUnsupported)
    #expect(refused.pointers == ["/settings/empty_timeout_seconds"])
    let routed = await issues {
      _ = try await world.create { $0.settings.emptyTimeoutSeconds = .set(60) }
    }
    #expect(routed.code == .noProviderFits)
    #expect(
      await issues {
        _ = try await world.create { $0.settings.emptyTimeoutSeconds = .set(nil) }
      }.code == nil)
    #expect(world.vendor.calls == ["create"])
  }

  @Test func theSameHoldsForChanges() async throws {
    let world = BareWorld()
    let room = try await world.open()
    let refused = await issues {
      var change = UpdateRoom()
      change.settings.emptyTimeoutSeconds = .set(60)
      _ = try await world.gateway.updateRoom(room, change, caller: world.caller)
    }
    #expect(refused.code == .capabilityUnsupported)
    #expect(refused.pointers == ["/settings/empty_timeout_seconds"])
    #expect(try await world.view(room).room.settings.emptyTimeoutSeconds == nil)
  }

  @Test func whatOnlyTheGatewayKnowsIsChangedByItAlone() async throws {
    let world = BareWorld()
    let room = try await world.open()
    let calls = world.vendor.calls
    var change = UpdateRoom()
    change.title = .set("Late jazz")
    change.description = .set("Records")
    change.customPatch = JSONText(#"{"a":1}"#)
    change.settings.maximumDurationSeconds = .set(600)
    let view = try await world.gateway.updateRoom(room, change, caller: world.caller)
    #expect((view.room.title, view.room.description, view.room.custom.text) == ("Late jazz", "Records", #"{"a":1}"#))
    #expect(view.room.settings.maximumDurationSeconds == 600)
    #expect(world.vendor.calls == calls, "the vendor takes no changes, and is asked for none")
    #expect(try await world.eventTypes(room).filter { $0 == "room.updated" }.count == 1)
  }
}
