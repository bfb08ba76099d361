import MeetingCore
import RoomReducer
import Testing

/// A stage that is the gateway's own, since the vendor knows of none.
@Suite struct StageTests {
  private static let own = GatewayRules(stage: .own)

  private func scene(_ phase: RoomPhase = .live, kind: RoomKind = .audioRoom) -> Scene {
    var scene = Scene(kind: kind, phase: phase)
    scene.rules = Self.own
    return scene
  }

  private func refusal(_ person: String?, _ role: ParticipantRole, _ scene: Scene, at seconds: Int64 = 1_000)
    -> ErrorCode?
  {
    AdmissionRules.refusal(of: person, role: role, in: scene.state, now: Scene.time(seconds), rules: scene.rules)
  }

  @Test func whoeverIsMoreThanTheAudienceMayBeBackstage() {
    let audio = scene(.backstage)
    for role in [ParticipantRole.host, .coHost, .speaker, .agent] { #expect(refusal("ana", role, audio) == nil) }
    #expect(refusal("leo", .listener, audio) == .roomInBackstage)
    #expect(refusal(nil, .listener, audio) == .roomInBackstage)
    let meeting = scene(.backstage, kind: .meeting)
    #expect(refusal("ana", .coHost, meeting) == nil)
    #expect(
      refusal("ana", .speaker, meeting) == .roomInBackstage, "everybody speaks in a meeting: they are its audience")
  }

  @Test func stoppingThrowsTheAudienceOutAndKeepsTheStage() {
    var scene = scene()
    scene.feed(.intent(.memberSet(person: "sam", role: .speaker)))
    scene.feed(
      Scene.joined(1, "ps-1", "nadia"), Scene.joined(2, "ps-2", "sam"), Scene.joined(3, "ps-3", "leo"),
      Scene.joined(4, "ps-4", nil))
    let stop = scene.reduce([.intent(.stoppedLive(by: "nadia"))])
    #expect(stop.events.map(\.type) == ["room.stopped_live"])
    #expect(
      stop.directives == [
        .expel(connection: "ps-3", person: "leo", reason: .roomInBackstage),
        .expel(connection: "ps-4", person: nil, reason: .roomInBackstage),
      ])
    scene.feed(.intent(.expelled(connection: "ps-3")))
    #expect(scene.state.participants["ps-3"]?.leaveReason == .notAdmitted)
    #expect(scene.present == ["ps-1", "ps-2", "ps-4"])
  }

  @Test func goingLiveAgainSparesWhoIsStillThere() {
    var scene = scene()
    scene.feed(Scene.joined(3, "ps-3", "leo"), .intent(.stoppedLive(by: nil)))
    #expect(scene.state.participants["ps-3"]?.leaveReason == .notAdmitted)
    scene.feed(.intent(.wentLive(by: nil)))
    #expect(scene.state.participants["ps-3"]?.leaveReason == nil)
    scene.feed(Scene.left(9, "ps-3", "leo"))
    #expect(scene.state.participants["ps-3"]?.leaveReason == .left)
  }

  @Test func whoeverIsBannedAsWellIsNotSpared() {
    var scene = scene()
    scene.feed(Scene.joined(3, "ps-3", "leo"), .intent(.stoppedLive(by: nil)), .intent(.banned(Ban(person: "leo"))))
    scene.feed(.intent(.wentLive(by: nil)))
    #expect(scene.state.participants["ps-3"]?.leaveReason == .notAdmitted)
    scene.feed(.intent(.unbanned(person: "leo", by: nil)))
    #expect(scene.state.participants["ps-3"]?.leaveReason == nil)
  }

  @Test func everyJoinOfTheAudienceIsUndoneWhileBackstage() {
    var scene = scene(.backstage)
    for (index, at) in [10, 20].enumerated() {
      let join = scene.reduce([Scene.joined(Int64(at), "ps-\(index)", "leo")])
      #expect(join.directives == [.expel(connection: "ps-\(index)", person: "leo", reason: .roomInBackstage)])
      scene.feed(.intent(.expelled(connection: "ps-\(index)")))
    }
    #expect(scene.present.isEmpty)
  }

  @Test func whatTheVendorSaysOfAStageItDoesNotKnowCountsForNothing() {
    var scene = scene(.backstage)
    #expect(scene.feed(Scene.fact(10, .roomObserved(stage: .live, endedAt: nil, endedBy: nil, reason: nil))).isEmpty)
    let reading = RoomSnapshot(asOf: scene.state.room.version, stage: .live)
    #expect(scene.feed(Scene.fact(20, .snapshot(reading), source: .reconcile)).isEmpty)
    #expect(scene.state.room.phase == .backstage)
    scene.feed(Scene.fact(30, .roomObserved(stage: .ended, endedAt: nil, endedBy: nil, reason: nil)))
    #expect(scene.state.room.phase == .ended)
  }

  @Test func comingAheadIsForAStartThatLiesAhead() {
    var scene = scene(.backstage)
    scene.state.room.startsAt = Scene.time(2_000)
    scene.state.room.joinAheadSeconds = 300
    #expect(refusal("leo", .listener, scene, at: 1_699) == .roomInBackstage)
    #expect(refusal("leo", .listener, scene, at: 1_700) == nil)
    scene.wait(until: 2_000)
    scene.feed(.intent(.wentLive(by: nil)))
    scene.wait(until: 2_500)
    scene.feed(.intent(.stoppedLive(by: nil)))
    #expect(refusal("leo", .listener, scene, at: 2_501) == .roomInBackstage, "the start is over")
    scene.state.room.startsAt = Scene.time(4_000)
    #expect(refusal("leo", .listener, scene, at: 3_699) == .roomInBackstage)
    #expect(refusal("leo", .listener, scene, at: 3_700) == nil)
  }

  @Test func whoeverCameLastIsTooMany() {
    var scene = Scene(settings: RoomSettings(backstage: false, maximumParticipants: 2))
    scene.rules = GatewayRules(policesCapacity: true)
    scene.feed(Scene.joined(1, "ps-1", "ana"), Scene.joined(2, "ps-2", "bo"))
    let third = scene.reduce([Scene.joined(3, "ps-3", "cy")])
    #expect(third.directives == [.expel(connection: "ps-3", person: "cy", reason: .roomFull)])
    #expect(scene.reduce([Scene.joined(4, "ps-4", "nadia")]).directives.isEmpty, "hosts get in")
    #expect(scene.reduce([Scene.joined(5, "ps-5", "ana")]).directives.isEmpty, "a second device of somebody inside")
    scene.feed(Scene.left(6, "ps-1", "ana"), Scene.left(6, "ps-5", "ana"), Scene.left(6, "ps-4", "nadia"))
    #expect(
      scene.reduce([Scene.joined(7, "ps-7", "dee")]).directives.isEmpty,
      "whoever is about to be thrown out takes nobody's place")
  }

  @Test func ofSeveralFoundAtOnceTheLastAreTooMany() {
    var scene = Scene(settings: RoomSettings(backstage: false, maximumParticipants: 1))
    scene.rules = GatewayRules(policesCapacity: true)
    let rows = [("ps-2", "bo", 20), ("ps-1", "ana", 10)].map { connection, person, since in
      SnapshotParticipant(
        joined: .init(connection: connection, person: person, session: "s-1"), joinedAt: Scene.time(Int64(since)))
    }
    let reading = RoomSnapshot(
      asOf: scene.state.room.version, stage: .live, session: "s-1", participants: rows)
    let found = scene.reduce([Scene.fact(30, .snapshot(reading), source: .reconcile)])
    #expect(found.directives == [.expel(connection: "ps-2", person: "bo", reason: .roomFull)])
  }

  @Test func aVendorThatCountsByItselfIsLeftToIt() {
    var scene = Scene(settings: RoomSettings(backstage: false, maximumParticipants: 1))
    scene.feed(Scene.joined(1, "ps-1", "ana"))
    #expect(scene.reduce([Scene.joined(2, "ps-2", "bo")]).directives.isEmpty)
  }
}
