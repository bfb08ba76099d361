import Clocks
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Store
import StructuredLogging
import Testing

@testable import GatewayEngine

@Suite struct EgressTests {
  private static let recording = StartEgress.recording(.room, audioOnly: nil, participant: nil)

  /// A live room with somebody in it.
  private func occupied(_ world: World) async throws -> String {
    let room = try await world.create().room.id
    _ = try await world.gateway.goLive(room, caller: world.caller)
    try await world.joined(room, "c-1", "ana")
    return room
  }

  private func hook(_ world: World, _ room: String, _ type: String, egress: String = "e-1") async throws {
    try await world.hook(["type": .string(type), "room": .string(room), "egress": .string(egress)])
  }

  private func read(_ world: World, _ room: String, _ id: String) async throws -> EgressView {
    try await world.gateway.egress(room, id, .recording, caller: world.caller)
  }

  private func code(_ body: () async throws(GatewayError) -> Void) async -> ErrorCode? {
    do { try await body() } catch { return error.code }
    return nil
  }

  @Test func fiveWhoPressTheButtonAtOnceGetOneRecording() async throws {
    let world = World()
    let room = try await occupied(world)
    let answers = await withTaskGroup(of: Result<EgressView, GatewayError>.self) { group in
      for _ in 0..<5 {
        group.addTask {
          do throws(GatewayError) {
            return .success(try await world.gateway.startEgress(room, Self.recording, caller: world.caller))
          } catch { return .failure(error) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let started = answers.compactMap { try? $0.get() }
    let refused: [GatewayError] = answers.compactMap { if case .failure(let error) = $0 { error } else { nil } }
    #expect(started.count == 1)
    #expect(refused.map(\.code) == Array(repeating: .alreadyRunning, count: 4))
    #expect(Set(refused.map(\.existingID)) == [started.first?.egress.id])
    #expect(world.vendor.studio.calls == ["record room"])
    try await hook(world, room, "rec_started")
    #expect(try await world.eventTypes(room).count { $0 == "recording.started" } == 1)
  }

  @Test func theVendorsIdIsKnownOnceItIsTold() async throws {
    let world = World()
    let room = try await occupied(world)
    let id = try await world.gateway.startEgress(room, Self.recording, caller: world.caller).egress.id
    #expect(try await read(world, room, id).egress.vendorID == nil)
    try await hook(world, room, "rec_started", egress: "e-9")
    let view = try await read(world, room, id)
    #expect((view.egress.vendorID, view.egress.stateName) == ("e-9", "recording"))
    #expect(try await world.gateway.room(room, caller: world.caller).running == [.recording])
  }

  @Test func stoppingTwiceAsksTheVendorOnce() async throws {
    let world = World()
    let room = try await occupied(world)
    let id = try await world.gateway.startEgress(room, Self.recording, caller: world.caller).egress.id
    try await hook(world, room, "rec_started")
    let first = try await world.gateway.stopEgress(room, id, .recording, caller: world.acting("nadia"))
    #expect((first.kind, first.changed) == (.applied, true))
    let second = try await world.gateway.stopEgress(room, id, .recording, caller: world.caller)
    #expect((second.kind, second.changed, second.reason) == (.applied, false, .already))
    #expect(
      await code { () throws(GatewayError) in
        _ = try await world.gateway.startEgress(room, Self.recording, caller: world.caller)
      } == .conflict)
    try await hook(world, room, "rec_stopped")
    _ = try await world.gateway.startEgress(room, Self.recording, caller: world.caller)
    #expect(world.vendor.studio.calls == ["record room", "stop recording", "record room"])
    let stopped = try #require(
      try await world.gateway.events(
        .room(room), from: .oldest, types: "recording.stopped", limit: 9, caller: world.caller
      )
      .events.first)
    #expect(String(decoding: stopped.body, as: UTF8.self).contains(#""by":{"external_id":"nadia","name":"Nadia"}"#))
  }

  @Test func whatIsOnlyStartingIsStoppedOnceItRuns() async throws {
    let world = World()
    let room = try await occupied(world)
    let id = try await world.gateway.startEgress(room, Self.recording, caller: world.caller).egress.id
    world.vendor.studio.fail("stop recording", .conflict)
    let outcome = try await world.gateway.stopEgress(room, id, .recording, caller: world.caller)
    #expect((outcome.kind, outcome.changed) == (.pending, nil))
    let operation = try #require(outcome.operation)
    #expect(try await world.gateway.operation(operation, caller: world.caller).state == .pending)
    world.vendor.studio.fail("stop recording", nil)
    try await hook(world, room, "rec_started")
    #expect(
      await eventually { world.vendor.studio.calls.count { $0 == "stop recording" } == 2 })
    #expect(try await eventually { try await read(world, room, id).egress.state == .stopping })
    try await hook(world, room, "rec_stopped")
    #expect(world.vendor.studio.calls.count { $0 == "stop recording" } == 2)
    let stopped = try await world.gateway.operation(operation, caller: world.caller)
    #expect((stopped.state, stopped.purpose.kind) == (.succeeded, "stop_recording"))
  }

  @Test func withoutASessionThereIsNothingToRecord() async throws {
    let world = World()
    let room = try await world.create().room.id
    world.vendor.studio.fail("record", .noActiveSession)
    #expect(
      await code { () throws(GatewayError) in
        _ = try await world.gateway.startEgress(room, Self.recording, caller: world.caller)
      } == .noActiveSession)
    let page = try await world.gateway.egresses(room, .recording, limit: 10, cursor: nil, caller: world.caller)
    #expect(page.items.isEmpty, "a wish that was refused leaves nothing")
  }

  @Test func whatRunsAlreadyAtTheVendorIsFoundAndNamed() async throws {
    let world = World()
    let room = try await occupied(world)
    var snapshot = RoomSnapshot(asOf: 0, stage: .live, session: "s-1", isComplete: false)
    snapshot.egress = [EgressReport(.recording(.room), .started)]
    world.vendor.show(snapshot)
    world.vendor.studio.fail("record", .conflict)
    var found: GatewayError?
    do throws(GatewayError) {
      _ = try await world.gateway.startEgress(room, Self.recording, caller: world.caller)
    } catch { found = error }
    #expect(found?.code == .alreadyRunning)
    let page = try await world.gateway.egresses(room, .recording, limit: 10, cursor: nil, caller: world.caller)
    #expect(page.items.map(\.egress.id) == [found?.existingID])
  }

  @Test func aRecordingThatIsBeingMadeIsThereWithoutFiles() async throws {
    let world = World()
    let room = try await occupied(world)
    let id = try await world.gateway.startEgress(room, Self.recording, caller: world.caller).egress.id
    for type in ["rec_started", "rec_stopped"] { try await hook(world, room, type) }
    let making = try await read(world, room, id)
    #expect((making.egress.state, making.egress.files.count) == (.processing, 0))
    world.vendor.studio.keep(link("a.mp4", url: "https://files.example/a.mp4?sig=1"))
    let ready = try await read(world, room, id)
    #expect((ready.egress.state, ready.links.first?.url) == (.ready, "https://files.example/a.mp4?sig=1"))
    world.vendor.studio.keep(link("a.mp4", url: "https://files.example/a.mp4?sig=2"))
    #expect(try await read(world, room, id).links.first?.url == "https://files.example/a.mp4?sig=2")
    #expect(try await world.eventTypes(room).count { $0 == "recording.ready" } == 1)
    #expect(!world.log.lines.contains { $0.contains("sig=") })
    let rows = try await world.store.resources(ResourceQuery(room: room, kind: "recording"))
    #expect(rows.allSatisfy { !String(decoding: $0.body, as: UTF8.self).contains("files.example") })
  }

  private func link(_ name: String, url: String) -> EgressFileLink {
    EgressFileLink(file: EgressFile(session: "s-1", name: name), mode: .room, url: url, expiresAt: nil)
  }

  @Test func aListIsGivenThoughTheVendorCannotBeAsked() async throws {
    let world = World()
    let room = try await occupied(world)
    let id = try await world.gateway.startEgress(room, Self.recording, caller: world.caller).egress.id
    try await hook(world, room, "rec_ready")
    world.vendor.studio.fail("files", .forbidden)
    let page = try await world.gateway.egresses(room, .recording, limit: 10, cursor: nil, caller: world.caller)
    #expect(page.items.map(\.egress.id) == [id])
    #expect(page.items.first?.links.isEmpty == true)
    #expect(
      await code { () throws(GatewayError) in
        _ = try await world.gateway.egress(room, id, .recording, caller: world.caller)
      } == .providerError)
  }

  @Test func deletingTakesTheFilesAlong() async throws {
    let world = World()
    let room = try await occupied(world)
    let id = try await world.gateway.startEgress(room, Self.recording, caller: world.caller).egress.id
    func delete() async throws(GatewayError) {
      try await world.gateway.deleteEgress(room, id, .recording, caller: world.caller)
    }
    #expect(await code(delete) == .conflict, "it still runs")
    try await hook(world, room, "rec_ready")
    world.vendor.studio.fail("delete", .notFound)
    try await delete()
    #expect(world.vendor.studio.calls.last == "delete a.mp4")
    #expect(await code(delete) == .notFound)
    #expect(
      await code { () throws(GatewayError) in
        _ = try await world.gateway.egress(room, id, .recording, caller: world.caller)
      } == .notFound)
    let page = try await world.gateway.egresses(room, .recording, limit: 10, cursor: nil, caller: world.caller)
    #expect(page.items.isEmpty)
  }

  @Test func aSecretDestinationStaysSecret() async throws {
    let world = World()
    let room = try await occupied(world)
    let wish = StartEgress.rtmp(url: "rtmps://user:pw@live.example:443/app/hidden-1?k=hidden-2", key: "hidden-3")
    let view = try await world.gateway.startEgress(room, wish, caller: world.caller)
    guard case .rtmp(let destination, _) = view.egress.plan else {
      Issue.record("it is no rtmp broadcast")
      return
    }
    #expect(destination == "rtmps://live.example:443/app")
    #expect(
      await code { () throws(GatewayError) in
        _ = try await world.gateway.startEgress(room, wish, caller: world.caller)
      } == .alreadyRunning)
    let other = StartEgress.rtmp(url: "rtmps://live.example:443/app", key: "other")
    _ = try await world.gateway.startEgress(room, other, caller: world.caller)
    let rows = try await world.store.resources(ResourceQuery(room: room, kind: "broadcast"))
    #expect(rows.count == 2)
    for secret in ["hidden", "pw@", "other"] {
      #expect(rows.allSatisfy { !String(decoding: $0.body, as: UTF8.self).contains(secret) })
      #expect(!world.log.lines.contains { $0.contains(secret) })
    }
  }

  /// Without a key of its own the last part of the path is the key.
  @Test(
    arguments: [
      ("rtmp://live.example/hidden", nil, "rtmp://live.example"),
      ("rtmp://live.example/app/hidden", nil, "rtmp://live.example/app"),
      ("rtmp://live.example/app/hidden/", nil, "rtmp://live.example/app"),
      ("rtmp://live.example/app/hidden@1?k=hidden", nil, "rtmp://live.example/app"),
      ("rtmp://u:hidden@live.example:1935/app/hidden/hidden", nil, "rtmp://live.example:1935/app"),
      ("rtmp://u:hidden/x@live.example/app", "k", ""), ("rtmp://live.example", nil, "rtmp://live.example"),
      ("rtmp://[2001:db8::1]:1935/app/hidden", nil, "rtmp://[2001:db8::1]:1935/app"),
      ("rtmp://live.example/app/sub", "k", "rtmp://live.example/app"),
    ] as [(String, String?, String)])
  func ofADestinationNoKeyIsShown(_ row: (url: String, key: String?, shown: String)) {
    #expect(EgressRules.plan(.rtmp(url: row.url, key: row.key), nil).destination == row.shown)
  }

  @Test(arguments: [
    (StartEgress.recording(.track, audioOnly: nil, participant: nil), ErrorCode.capabilityUnsupported),
    (.recording(.participant, audioOnly: nil, participant: "par_1"), .capabilityUnsupported),
    (.transcription(language: "xx", captions: true), .invalidRequest),
  ])
  func whatAProviderCannotDoIsSaidBeforeItIsAsked(_ wish: StartEgress, _ expected: ErrorCode) async throws {
    let world = World()
    let room = try await occupied(world)
    #expect(
      await code { () throws(GatewayError) in
        _ = try await world.gateway.startEgress(room, wish, caller: world.caller)
      } == expected)
    #expect(world.vendor.studio.calls.isEmpty)
  }

  @Test func whoIsRecordedIsNamedWhereNotEverybodyIs() async throws {
    let world = World()
    world.vendor.studio.limit(to: [.participant])
    let room = try await occupied(world)
    let error = await #expect(throws: GatewayError.self) {
      try await world.gateway.startEgress(
        room, .recording(.participant, audioOnly: nil, participant: nil), caller: world.caller)
    }
    #expect(error?.code == .invalidRequest)
    #expect(error?.issues.map(\.pointer) == ["/participant"])
    #expect(world.vendor.studio.calls.isEmpty)
    _ = try await world.gateway.startEgress(room, Self.recording, caller: world.caller)
  }

  @Test func onlyWhoRunsTheRoomMayRecordIt() async throws {
    let world = World()
    let room = try await occupied(world)
    #expect(
      await code { () throws(GatewayError) in
        _ = try await world.gateway.startEgress(room, Self.recording, caller: world.acting("ana"))
      } == .forbidden)
    #expect(world.vendor.studio.calls.isEmpty)
  }

  @Test func goingLiveStartsWhatItCan() async throws {
    let world = World()
    let room = try await world.create().room.id
    world.vendor.studio.fail("transcribe", .forbidden)
    let result = try await world.gateway.goLive(room, with: [.recording, .transcription], caller: world.caller)
    #expect(result.outcome.changed == true)
    #expect(result.started.map(\.extra) == [.recording])
    #expect(result.failed.map(\.error.code) == [.providerError])
    #expect(try await world.gateway.room(room, caller: world.caller).room.phase == .live)
  }

  /// Nobody is in yet: what goes live with the room begins with its session, and only once.
  @Test func whatGoesLiveWithAnEmptyRoomWaitsForSomebody() async throws {
    let world = World()
    let room = try await world.create().room.id
    world.vendor.studio.fail("record", .noActiveSession)
    let result = try await world.gateway.goLive(room, with: [.recording], caller: world.caller)
    let id = try #require(result.started.first?.id)
    #expect(try await read(world, room, id).egress.stateName == "starting")
    world.vendor.studio.fail("record", nil)
    for person in ["ana", "bo"] { try await world.joined(room, "c-\(person)", person) }
    #expect(await eventually { world.vendor.studio.calls == ["record room", "record room"] })
    try await hook(world, room, "rec_started")
    #expect(try await read(world, room, id).egress.vendorID == "e-1")
    #expect(try await world.eventTypes(room).count { $0 == "recording.started" } == 1)
  }

  @Test func aVendorThatDoesNotDoItInTheEndIsToldAsAFailure() async throws {
    let world = World()
    let room = try await world.create().room.id
    world.vendor.studio.fail("record", .noActiveSession)
    let result = try await world.gateway.goLive(room, with: [.recording], caller: world.caller)
    let id = try #require(result.started.first?.id)
    world.vendor.studio.fail("record", .forbidden)
    try await world.joined(room, "c-1", "ana")
    #expect(try await eventually { try await read(world, room, id).egress.state == .failed })
    #expect(try await read(world, room, id).egress.reason == "provider_error")
  }

  @Test(arguments: [false, true]) func whatStillWaitsIsWithdrawnWithoutAWord(_ byStoppingLive: Bool) async throws {
    let world = World()
    let room = try await world.create().room.id
    world.vendor.studio.fail("record", .noActiveSession)
    let result = try await world.gateway.goLive(room, with: [.recording], caller: world.caller)
    let id = try #require(result.started.first?.id)
    if byStoppingLive {
      _ = try await world.gateway.stopLive(room, caller: world.caller)
    } else {
      #expect(try await world.gateway.stopEgress(room, id, .recording, caller: world.caller).changed == true)
    }
    world.vendor.studio.fail("record", nil)
    try await world.joined(room, "c-1", "ana")
    #expect(try await read(world, room, id).egress.state == .stopped)
    #expect(world.vendor.studio.calls == ["record room"])
    #expect(try await !world.eventTypes(room).contains { $0.hasPrefix("recording.") })
  }

  @Test func stoppingLiveStopsWhatIsNotKept() async throws {
    let world = World()
    let room = try await occupied(world)
    _ = try await world.gateway.startEgress(room, Self.recording, caller: world.caller)
    _ = try await world.gateway.startEgress(room, .hls, caller: world.caller)
    try await hook(world, room, "rec_started")
    try await hook(world, room, "hls_started")
    _ = try await world.gateway.stopLive(room, keeping: [.broadcast], caller: world.caller)
    #expect(await eventually { world.vendor.studio.calls.contains("stop recording") })
    #expect(!world.vendor.studio.calls.contains("stop hls"))
    #expect(try await world.gateway.room(room, caller: world.caller).running == [.recording, .broadcast])
    try await hook(world, room, "rec_stopped")
    #expect(try await world.gateway.room(room, caller: world.caller).running == [.broadcast])
  }

  /// Nobody pressed stop: the session's end does, and the vendor's own word of it adds nothing.
  @Test func aSessionsEndStopsTheRecordingOnce() async throws {
    let world = World()
    let room = try await occupied(world)
    let id = try await world.gateway.startEgress(room, Self.recording, caller: world.caller).egress.id
    try await hook(world, room, "rec_started")
    async let ended = world.gateway.end(room, caller: world.caller)
    async let told: Void = hook(world, room, "session_ended")
    async let again: Void = hook(world, room, "ended")
    _ = try await (ended, told, again)
    #expect(await eventually { world.vendor.studio.calls.contains("stop recording") })
    try await hook(world, room, "rec_stopped")
    try await hook(world, room, "rec_ready")
    let types = try await world.eventTypes(room)
    for type in ["session.ended", "room.ended", "recording.stopped", "recording.ready"] {
      #expect(types.count { $0 == type } == 1, "\(type)")
    }
    #expect(world.vendor.studio.calls.count { $0 == "stop recording" } == 1)
    #expect(try await read(world, room, id).egress.state == .ready)
  }

  /// Two rooms ask in the same moment; what fails in one is not shown in the other.
  @Test func twoRoomsDoNotGetEachOthersNews() async throws {
    let world = World()
    let (one, two) = (try await occupied(world), try await world.create().room.id)
    try await world.joined(two, "c-2", "bo")
    async let first = world.gateway.startEgress(one, Self.recording, caller: world.caller)
    async let second = world.gateway.startEgress(two, Self.recording, caller: world.caller)
    let (recording, failing) = (try await first.egress.id, try await second.egress.id)
    try await hook(world, two, "rec_failed", egress: "e-2")
    try await hook(world, one, "rec_started", egress: "e-1")
    #expect(try await read(world, one, recording).egress.state == .running)
    #expect(try await read(world, two, failing).egress.state == .failed)
  }
}

extension EgressPlan {
  fileprivate var destination: String? { if case .rtmp(let destination, _) = self { destination } else { nil } }
}
