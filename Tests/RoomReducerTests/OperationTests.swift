import MeetingCore
import RoomReducer
import Testing

@Suite("Controls whose outcome comes later") struct OperationTests {
  private static func heard(_ at: Int64, _ detail: Fact.Detail) -> RoomInput {
    Scene.fact(at, detail, source: .socket)
  }

  private static func audio(_ at: Int64, _ connection: String, _ publishing: Bool?, muted: Bool? = nil) -> RoomInput {
    heard(at, .tracks(connection: connection, [.audio: TrackState(publishing: publishing, muted: muted)]))
  }

  private static func begun(
    _ id: String, _ purpose: OperationPurpose, isWish: Bool = false, _ awaiting: RoomCondition...
  ) -> RoomInput {
    .intent(
      .operationBegun(
        Operation(
          id: id, room: "room_1", purpose: purpose, by: "nadia", isWish: isWish, createdAt: Scene.time(100),
          deadline: Scene.time(115), awaiting: awaiting)))
  }

  /// The vendor knows of no stage.
  private static let own = GatewayRules(stage: .own)

  /// Ana and bo are in and speak; the seat is there.
  private func scene() -> Scene {
    var scene = Scene()
    scene.feed(
      Scene.joined(10, "a", "ana"), Scene.joined(11, "b", "bo"), Self.heard(12, .seat(isThere: true)),
      Self.audio(13, "a", true, muted: false), Self.audio(13, "b", true, muted: false))
    return scene
  }

  private func finished(_ reduction: Reduction) -> [Operation] {
    reduction.events.compactMap { if case .operationFinished(let operation) = $0.detail { operation } else { nil } }
  }

  @Test func aMuteIsDoneWhenItShowsOfEachAndNamesWhoDidIt() {
    var scene = scene()
    let mute = Self.begun(
      "op_1", .mute([.audio]), .tracksOff(connection: "a", [.audio]), .tracksOff(connection: "b", [.audio]))
    let begun = scene.reduce([mute])
    #expect(begun.events.isEmpty)
    #expect(begun.changes.operations["op_1"]?.progress == .init(done: 0, total: 2))
    let first = scene.reduce([Self.audio(101, "a", true, muted: true)])
    #expect(first.events.map(\.type) == ["participant.muted"])
    guard case .participantMuted(_, let person, let tracks, let by)? = first.events.first?.detail else { return }
    #expect((person, tracks, by) == ("ana", [.audio], "nadia"))
    #expect(first.changes.operations["op_1"]?.progress == .init(done: 1, total: 2))
    // Some vendors stop the track altogether.
    let second = scene.reduce([Self.audio(102, "b", false)])
    #expect(second.events.map(\.type) == ["participant.updated", "participant.muted", "operation.finished"])
    #expect(finished(second).first?.state == .succeeded)
    #expect(finished(second).first?.progress == .init(done: 2, total: 2))
    #expect(second.changes.operations["op_1"]?.state == .succeeded)
    #expect(scene.state.operations.isEmpty)
    #expect(scene.feed(Self.audio(103, "a", true, muted: true)) == [])
  }

  @Test func whoeverUnmutesMeanwhileDoesNotUndoWhatHasShown() {
    var scene = scene()
    scene.feed(
      Self.begun("op_1", .mute([.audio]), .tracksOff(connection: "a", [.audio]), .tracksOff(connection: "b", [.audio])))
    scene.feed(Self.audio(101, "a", true, muted: true))
    scene.feed(Self.audio(102, "a", true, muted: false))
    #expect(scene.feed(Scene.left(103, "b", "bo")).last == "operation.finished", "whoever is gone is not heard")
  }

  @Test func whatIsSoAlreadyIsNoOperation() {
    var scene = scene()
    scene.feed(Self.audio(90, "a", false))
    let reduction = scene.reduce([Self.begun("op_1", .mute([.audio]), .tracksOff(connection: "a", [.audio]))])
    #expect(reduction.changes.operations.isEmpty && scene.state.operations.isEmpty)
    #expect(finished(reduction).isEmpty)
  }

  @Test func aRoleIsGivenWhenTheModeShowsIt() {
    var scene = scene()
    scene.feed(Self.heard(20, .mode(connection: "a", publishes: false)))
    let role = OperationPurpose.setRole(person: "ana", role: .speaker)
    scene.feed(Self.begun("op_1", role, isWish: true, .mode(connection: "a", publishes: true)))
    #expect(scene.state.participants["a"]?.role == .listener)
    let shown = scene.reduce([Self.heard(103, .mode(connection: "a", publishes: true))])
    #expect(shown.events.map(\.type) == ["participant.updated", "room.updated", "operation.finished"])
    #expect(scene.state.participants["a"]?.role == .speaker)
    #expect(scene.state.members["ana"] == .speaker)
  }

  @Test func permissionsAreGivenAndTheHandComesDownWhenItShows() {
    var scene = scene()
    scene.feed(.intent(.permissionRequested(person: "ana", permissions: [.sendAudio])))
    let purpose = OperationPurpose.changePermissions(person: "ana", granted: [.sendAudio], revoked: [])
    scene.feed(Self.begun("op_1", purpose, isWish: true, .mode(connection: "a", publishes: true)))
    let types = scene.feed(Self.heard(103, .mode(connection: "a", publishes: true)))
    #expect(types == ["permission.granted", "operation.finished"])
    #expect(scene.state.permissions(of: "ana") == [.sendAudio])
  }

  @Test func aRemovalIsToldBeforeTheLeave() {
    var scene = scene()
    scene.feed(Self.begun("op_1", .remove(person: "ana", rejoin: .none), .gone(connection: "a")))
    let reduction = scene.reduce([Scene.left(104, "a", "ana", .left)])
    #expect(reduction.events.map(\.type) == ["participant.removed", "participant.left", "operation.finished"])
    #expect(scene.state.participants["a"]?.leaveReason == .removed)
  }

  @Test func theEndIsDoneWhenNobodyIsLeft() {
    var scene = scene()
    scene.feed(Self.begun("op_1", .endRoom(reason: "api"), .sessionOver(vendorID: "s-1")))
    #expect(scene.state.isEnding && scene.state.room.phase == .live)
    #expect(
      AdmissionRules.refusal(of: "cy", role: .host, in: scene.state, now: Scene.time(101), rules: Self.own)
        == .roomEnded, "no way in")
    let types = scene.feed(Scene.fact(105, .sessionEnded(vendorID: "s-1", reason: nil)))
    #expect(types.suffix(2) == ["room.ended", "operation.finished"])
  }

  /// Whichever way it is heard of first, and nobody else's word for it is taken back.
  @Test(arguments: [
    Scene.fact(105, .snapshot(RoomSnapshot(asOf: 100, stage: .ended))),
    Scene.fact(105, .roomObserved(stage: .ended, endedAt: nil, endedBy: nil, reason: nil)),
    Scene.fact(105, .sessionEnded(vendorID: "s-1", reason: nil)),
  ])
  func theEndThatWasAskedForIsOurs(_ told: RoomInput) {
    var scene = scene()
    scene.feed(Self.begun("op_1", .endRoom(reason: "host"), .sessionOver(vendorID: "s-1")))
    let reduction = scene.reduce([told])
    let ends = reduction.events.compactMap { event -> String? in
      if case .roomEnded(_, let reason, let by) = event.detail { "\(reason) \(by ?? "nobody")" } else { nil }
    }
    #expect(ends == ["host nadia"])
    #expect(reduction.events.filter { $0.type == "operation.finished" }.count == 1)
  }

  @Test func anEndThatSomebodyElseTellsIsTheirs() {
    var scene = scene()
    scene.feed(Self.begun("op_1", .endRoom(reason: "host"), .sessionOver(vendorID: "s-1")))
    scene.feed(Scene.fact(105, .roomObserved(stage: .ended, endedAt: nil, endedBy: "kim", reason: "moderator")))
    #expect(scene.state.room.endReason == "moderator")
  }

  @Test func anAudienceLeavesWithProgress() {
    var scene = Scene()
    scene.feed(Scene.joined(1, "h", "nadia"), Scene.joined(2, "a", "ana"), Scene.joined(3, "b", "bo"))
    scene.feed(.intent(.stoppedLive(by: "nadia")), Self.begun("op_1", .stopLive, .onlyAdmittedLeft), rules: Self.own)
    #expect(scene.state.operations["op_1"]?.progress == .init(done: 0, total: 2))
    scene.feed(Scene.left(101, "a", "ana"), rules: Self.own)
    #expect(scene.state.operations["op_1"]?.progress == .init(done: 1, total: 2))
    scene.feed(Scene.joined(102, "c", "cy"), rules: Self.own)
    #expect(scene.state.operations["op_1"]?.progress == .init(done: 1, total: 2), "nothing is taken back")
    scene.feed(Scene.left(103, "b", "bo"), rules: Self.own)
    let types = scene.feed(Scene.left(104, "c", "cy"), rules: Self.own)
    #expect(types == ["participant.left", "operation.finished"])
  }

  @Test func goingLiveAgainCallsItOff() {
    var scene = Scene()
    scene.feed(Scene.joined(2, "a", "ana"))
    scene.feed(.intent(.stoppedLive(by: "nadia")), Self.begun("op_1", .stopLive, .onlyAdmittedLeft), rules: Self.own)
    let reduction = scene.reduce([.intent(.wentLive(by: "nadia"))], rules: Self.own)
    #expect(reduction.events.map(\.type) == ["room.went_live", "operation.finished"])
    #expect(finished(reduction).map(\.state) == [.failed])
    #expect(finished(reduction).map(\.errorCode) == [.conflict])
  }

  @Test func theOppositeCallsOffWhatIsWaitedFor() {
    var scene = scene()
    let mute = Self.begun(
      "op_1", .mute([.audio]), .tracksOff(connection: "a", [.audio]), .tracksOff(connection: "b", [.audio]))
    scene.feed(mute)
    scene.feed(.intent(.opposed([.tracksOn(connection: "a", [.audio])])))
    #expect(scene.state.operations["op_1"]?.open == [.tracksOff(connection: "b", [.audio])])
    let reduction = scene.reduce([.intent(.opposed([.tracksOn(connection: "b", [.audio, .video])]))])
    #expect(finished(reduction).map(\.state) == [.failed])
    scene.feed(
      Self.begun("op_2", .setRole(person: "ana", role: .speaker), .mode(connection: "a", publishes: true)))
    let later = scene.reduce([
      Self.begun("op_3", .setRole(person: "ana", role: .listener), .mode(connection: "a", publishes: false))
    ])
    #expect(finished(later).map(\.id) == ["op_2"])
    #expect(scene.state.operations.keys.sorted() == ["op_3"])
  }

  @Test func theDeadlineSaysWhatIsKnown() {
    var scene = scene()
    scene.feed(Self.begun("op_1", .mute([.audio]), .tracksOff(connection: "a", [.audio])))
    scene.feed(
      Self.begun("op_2", .setRole(person: "bo", role: .speaker), isWish: true, .mode(connection: "b", publishes: true)))
    scene.wait(until: 114)
    #expect(scene.feed(.intent(.operationsDue(isRead: true))) == [], "there is time left")
    scene.wait(until: 1_000)
    let due = scene.reduce([.intent(.operationsDue(isRead: true))])
    #expect(finished(due).map(\.state) == [.failed, .unknown], "ana speaks on; of bo's mode nothing is known")
    #expect(finished(due).map(\.errorCode) == [.providerTimeout, nil])
    #expect(scene.state.operations.isEmpty)
  }

  @Test func withoutAReadNothingIsClaimed() {
    var scene = scene()
    scene.feed(Self.begun("op_1", .mute([.audio]), .tracksOff(connection: "a", [.audio])))
    scene.wait(until: 1_000)
    #expect(finished(scene.reduce([.intent(.operationsDue(isRead: false))])).map(\.state) == [.unknown])
  }

  @Test func aWishThatNobodyFollowsHasFailed() {
    var scene = scene()
    scene.feed(Self.heard(20, .mode(connection: "a", publishes: false)))
    let role = OperationPurpose.setRole(person: "ana", role: .speaker)
    scene.feed(Self.begun("op_1", role, isWish: true, .mode(connection: "a", publishes: true)))
    scene.wait(until: 1_000)
    #expect(finished(scene.reduce([.intent(.operationsDue(isRead: true))])).map(\.errorCode) == [.conflict])
    #expect(scene.state.participants["a"]?.role == .listener)
  }

  @Test func whoeverLeavesBeforeFollowsNoWish() {
    var scene = scene()
    let role = OperationPurpose.setRole(person: "ana", role: .speaker)
    scene.feed(Self.begun("op_1", role, isWish: true, .mode(connection: "a", publishes: true)))
    let reduction = scene.reduce([Scene.left(103, "a", "ana")])
    #expect(finished(reduction).map(\.errorCode) == [.participantLeft])
  }

  @Test func whoIsAskedToSpeakDoesSoOrNot() {
    var scene = scene()
    scene.feed(Self.audio(90, "a", true, muted: true))
    scene.feed(Self.begun("op_1", .unmute([.audio]), isWish: true, .tracksOn(connection: "a", [.audio])))
    let types = scene.feed(Self.audio(101, "a", true, muted: false))
    #expect(types == ["participant.unmuted", "operation.finished"])
  }
}
