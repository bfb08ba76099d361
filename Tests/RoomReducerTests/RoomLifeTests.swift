import MeetingCore
import RoomReducer
import Testing

@Suite struct RoomLifeTests {
  @Test func aRoomComesOutOfCreationOnce() {
    var scene = Scene(phase: .creating)
    let created = RoomInput.intent(.created(refs: ["call": "x"], attempts: [], by: "nadia"))
    #expect(scene.feed(created) == ["room.created"])
    #expect(scene.state.room.phase == .backstage)
    #expect(scene.feed(created).isEmpty)
  }

  @Test func theVendorsEchoOfOurOwnActAddsNothing() {
    var scene = Scene(phase: .backstage)
    scene.wait(until: 50)
    #expect(scene.feed(.intent(.wentLive(by: "nadia"))) == ["room.went_live"])
    #expect(scene.feed(Scene.fact(51, .roomObserved(stage: .live, endedAt: nil, endedBy: nil, reason: nil))).isEmpty)
  }

  /// News of the very moment of our own act is of what was before it.
  @Test(arguments: [49, 50])
  func olderNewsOfTheStageIsDropped(_ time: Int64) {
    var scene = Scene(phase: .backstage)
    scene.wait(until: 50)
    scene.feed(.intent(.wentLive(by: nil)))
    #expect(
      scene.feed(Scene.fact(time, .roomObserved(stage: .backstage, endedAt: nil, endedBy: nil, reason: nil))).isEmpty)
    #expect(scene.state.room.phase == .live)
  }

  @Test func theEndIsToldOnceWhoeverComesFirst() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "ana"))
    scene.wait(until: 60)
    let first = scene.feed(.intent(.ended(reason: "api", by: "nadia")))
    #expect(first == ["participant.left", "session.ended", "room.ended"])
    let ended = scene.state.room.endedAt
    let later = Fact.Detail.roomObserved(stage: .ended, endedAt: Scene.time(61), endedBy: nil, reason: nil)
    #expect(scene.feed(Scene.fact(61, later), Scene.fact(62, .sessionEnded(vendorID: "s-1", reason: nil))).isEmpty)
    #expect(scene.feed(.intent(.ended(reason: "api", by: nil))).isEmpty)
    #expect(scene.state.room.endedAt == ended)
    #expect(scene.present.isEmpty)
  }

  @Test func theEchoOfAnEndCorrectsNobody() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "ana"))
    scene.wait(until: 60)
    scene.feed(.intent(.ended(reason: "api", by: "nadia")))
    let echo = Fact(
      occurredAt: Timestamp(nanoseconds: 59_990_000_000), source: .webhook,
      .left(connection: "ps-1", person: "ana", reason: .roomEnded))
    #expect(scene.feed(.fact(echo)).isEmpty)
    #expect(scene.feed(Scene.left(40, "ps-1", "ana")) == ["participant.updated"])
  }

  @Test func mutingTwiceIsOneEvent() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "bo"))
    let mute = Scene.fact(20, .muted(person: "bo", tracks: [.audio], by: "nadia"), source: .api)
    #expect(scene.feed(mute) == ["participant.muted"])
    #expect(scene.feed(mute).isEmpty)
  }

  @Test func removingTellsTheRemovalAndEachLeave() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "bo"), Scene.joined(11, "ps-2", "bo"))
    let remove = Intent.removed(connections: ["ps-1", "ps-2"], person: "bo", rejoin: .forever, by: "nadia")
    #expect(scene.feed(.intent(remove)) == ["participant.removed", "participant.left", "participant.left"])
    #expect(scene.state.participants.values.allSatisfy { $0.leaveReason == .removed })
    #expect(scene.feed(Scene.left(30, "ps-1", "bo"), Scene.fact(30, .removed(person: "bo", by: nil))).isEmpty)
  }

  @Test func aBanBoundToASessionEndsWithIt() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "ana"))
    let session = scene.state.openSession?.id
    scene.feed(.intent(.banned(Ban(person: "bo", session: session, by: nil))))
    let reduction = scene.reduce([Scene.fact(100, .sessionEnded(vendorID: "s-1", reason: nil))])
    #expect(scene.state.bans.isEmpty)
    #expect(reduction.directives == [.unban(person: "bo")])
    #expect(reduction.events.map(\.type).contains("participant.unbanned"))
  }

  @Test func theLateEchoOfABanDoesNotBringItBack() {
    var scene = Scene()
    scene.wait(until: 100)
    scene.feed(.intent(.banned(Ban(person: "bo"))))
    scene.wait(until: 102)
    scene.feed(.intent(.unbanned(person: "bo", by: nil)))
    #expect(scene.feed(Scene.fact(101, .banned(person: "bo", until: nil, by: nil))).isEmpty)
    #expect(scene.state.bans.isEmpty)
    #expect(scene.feed(Scene.fact(103, .banned(person: "bo", until: nil, by: nil))) == ["participant.banned"])
  }

  @Test func unknownEventsAreShownAndNeverAnError() {
    var scene = Scene()
    #expect(scene.feed(Scene.fact(10, .unknown(type: "odd", payload: JSONText("{}")))) == ["provider.event"])
  }

  @Test func aVendorsCoarserRoleDoesNotOverwriteOurs() {
    var scene = Scene()
    scene.feed(.intent(.memberSet(person: "bo", role: .coHost)))
    scene.feed(Scene.fact(10, .memberChanged(person: "bo", role: .host)))
    #expect(scene.state.members["bo"] == .coHost)
  }

  @Test func aCountBeyondEveryMeasureIsBounded() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "c-1", "ana"), Scene.fact(11, .anonymousCount(.max)))
    #expect(scene.state.room.anonymousCount == 1_000_000_000)
    scene.state.room.settings.maximumParticipants = 5
    let refusal = AdmissionRules.refusal(
      of: "bo", role: .listener, in: scene.state, now: Scene.time(12), rules: GatewayRules())
    #expect(refusal == .roomFull)
  }
}
