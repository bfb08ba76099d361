import MeetingCore
import RoomReducer
import Testing

/// People who publish what they may not, at a vendor that does not keep them from it.
@Suite struct PublishingTests {
  private static let on = TrackState(publishing: true, muted: false)
  private static let off = TrackState(publishing: false)

  /// leo listens, sam speaks; both are in.
  private func scene() -> Scene {
    var scene = Scene()
    scene.rules = GatewayRules(policesPublishing: true)
    scene.feed(.intent(.memberSet(person: "sam", role: .speaker)))
    scene.feed(Scene.joined(1, "ps-1", "leo"), Scene.joined(2, "ps-2", "sam"))
    return scene
  }

  private func starts(_ connection: String, at seconds: Int64, _ kind: TrackKind = .audio) -> RoomInput {
    Scene.fact(seconds, .tracks(connection: connection, [kind: Self.on]), source: .socket)
  }

  private func stops(_ connection: String, at seconds: Int64) -> RoomInput {
    Scene.fact(seconds, .tracks(connection: connection, [.audio: Self.off]), source: .socket)
  }

  private func reading(_ scene: Scene, at seconds: Int64) -> RoomInput {
    let rows = [("ps-1", "leo", true), ("ps-2", "sam", false)].map { connection, person, isOn in
      SnapshotParticipant(
        joined: .init(connection: connection, person: person, session: "s-1"), joinedAt: Scene.time(1),
        tracks: isOn ? [.audio: TrackState(publishing: true)] : [:])
    }
    let snapshot = RoomSnapshot(asOf: scene.state.room.version, stage: .live, session: "s-1", participants: rows)
    return Scene.fact(seconds, .snapshot(snapshot), source: .reconcile)
  }

  @Test func aListenersTrackIsStoppedAndASpeakersIsNot() {
    var scene = scene()
    #expect(
      scene.reduce([starts("ps-1", at: 10)]).directives == [.silence(connection: "ps-1", tracks: [.audio])])
    #expect(scene.reduce([starts("ps-2", at: 11)]).directives.isEmpty)
  }

  @Test func whereTheVendorSeesToItNobodyIsWatched() {
    var scene = scene()
    scene.rules = GatewayRules()
    #expect(scene.reduce([starts("ps-1", at: 10)]).directives.isEmpty)
  }

  @Test func tracksThatRoomsOfTheKindHaveNoPermissionForAreLeftAlone() {
    var scene = scene()
    #expect(scene.reduce([starts("ps-1", at: 10, .video)]).directives.isEmpty)
  }

  @Test func theThirdTimeWithinTenMinutesThrowsOut() {
    var scene = scene()
    for second in [Int64(100), 200] {
      scene.wait(until: second)
      let strike = scene.reduce([starts("ps-1", at: second)])
      #expect(strike.directives == [.silence(connection: "ps-1", tracks: [.audio])])
      scene.feed(stops("ps-1", at: second + 1))
    }
    scene.wait(until: 699)
    let last = scene.reduce([starts("ps-1", at: 699)])
    #expect(last.directives == [.expel(connection: "ps-1", person: "leo", reason: .forbidden)])
    #expect(scene.feed(.intent(.expelled(connection: "ps-1"))) == ["participant.removed", "participant.left"])
    #expect(scene.state.participants["ps-1"]?.leaveReason == .removed)
    #expect(scene.feed(Scene.left(701, "ps-1", "leo")).isEmpty)
  }

  @Test func strikesAreForgottenAfterTenMinutes() {
    var scene = scene()
    for second in [Int64(100), 200, 701, 1_302] {
      scene.wait(until: second)
      let strike = scene.reduce([starts("ps-1", at: second)])
      #expect(strike.directives == [.silence(connection: "ps-1", tracks: [.audio])], "at \(second)")
      scene.feed(stops("ps-1", at: second + 1))
    }
  }

  @Test func comingBackForgivesNothing() {
    var scene = scene()
    for second in [Int64(100), 200] {
      scene.wait(until: second)
      scene.feed(starts("ps-1", at: second), stops("ps-1", at: second + 1))
      scene.feed(starts("ps-1", at: second + 2))
      scene.feed(stops("ps-1", at: second + 3))
    }
    scene.feed(Scene.left(300, "ps-1", "leo"), Scene.joined(301, "ps-9", "leo"))
    scene.wait(until: 310)
    #expect(
      scene.reduce([starts("ps-9", at: 310)]).directives == [
        .expel(connection: "ps-9", person: "leo", reason: .forbidden)
      ])
  }

  @Test func whoeverIsStillHeardWhenTheRoomIsReadHasNotListened() {
    var scene = scene()
    scene.wait(until: 100)
    #expect(scene.reduce([reading(scene, at: 100)]).directives == [.silence(connection: "ps-1", tracks: [.audio])])
    scene.wait(until: 105)
    #expect(scene.reduce([reading(scene, at: 105)]).directives.isEmpty, "they have had no time to stop")
    scene.wait(until: 130)
    #expect(scene.reduce([reading(scene, at: 130)]).directives == [.silence(connection: "ps-1", tracks: [.audio])])
    scene.wait(until: 160)
    #expect(
      scene.reduce([reading(scene, at: 160)]).directives == [
        .expel(connection: "ps-1", person: "leo", reason: .forbidden)
      ])
  }

  @Test func losingThePermissionIsNoStrike() {
    var scene = scene()
    scene.feed(starts("ps-2", at: 10))
    for second in [Int64(100), 200, 300, 400] {
      scene.wait(until: second)
      let revoked = scene.reduce([
        .intent(.permissionsSet(person: "sam", granted: [], revoked: [.sendAudio], by: "nadia"))
      ])
      #expect(revoked.directives == [.silence(connection: "ps-2", tracks: [.audio])])
      scene.feed(.intent(.permissionsSet(person: "sam", granted: [.sendAudio], revoked: [], by: "nadia")))
    }
    scene.wait(until: 500)
    let demoted = scene.reduce([.intent(.membersSet(["sam": .listener], by: "nadia"))])
    #expect(demoted.directives == [.silence(connection: "ps-2", tracks: [.audio])])
  }

  @Test func aMutedTrackIsNotHeard() {
    var scene = scene()
    scene.feed(starts("ps-1", at: 10))
    scene.wait(until: 100)
    scene.feed(Scene.fact(11, .muted(person: "leo", tracks: [.audio], by: nil), source: .api))
    #expect(scene.state.forbiddenTracks(of: scene.state.participants["ps-1"]!).isEmpty)
    #expect(scene.reduce([starts("ps-1", at: 100)]).directives == [.silence(connection: "ps-1", tracks: [.audio])])
  }

  @Test func nobodyInParticularIsToldByConnection() {
    var scene = scene()
    scene.feed(Scene.joined(3, "ps-3", nil))
    for second in [Int64(100), 200] {
      scene.wait(until: second)
      scene.feed(starts("ps-3", at: second), stops("ps-3", at: second + 1), starts("ps-1", at: second))
      scene.feed(starts("ps-3", at: second + 2))
      scene.feed(stops("ps-3", at: second + 3))
    }
    scene.wait(until: 300)
    #expect(
      scene.reduce([starts("ps-3", at: 300)]).directives == [
        .expel(connection: "ps-3", person: nil, reason: .forbidden)
      ])
  }

  @Test func whoeverIsOnTheirWayOutIsNotMutedAsWell() {
    var scene = scene()
    scene.feed(.intent(.banned(Ban(person: "leo"))))
    let found = scene.reduce([Scene.left(5, "ps-1", "leo"), Scene.joined(6, "ps-5", "leo"), starts("ps-5", at: 7)])
    #expect(found.directives == [.expel(connection: "ps-5", person: "leo", reason: .banned)])
  }
}
