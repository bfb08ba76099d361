import MeetingCore
import RoomReducer
import Testing

@Suite struct AdmissionTests {
  private func refusal(
    _ person: String?, _ role: ParticipantRole, _ state: RoomState, at seconds: Int64 = 1_000
  ) -> ErrorCode? {
    AdmissionRules.refusal(of: person, role: role, in: state, now: Scene.time(seconds), rules: GatewayRules())
  }

  @Test func backstageLetsInWhoRunsTheRoomOnly() {
    let scene = Scene(phase: .backstage)
    #expect(refusal("nadia", .host, scene.state) == nil)
    #expect(refusal("co", .coHost, scene.state) == nil)
    #expect(refusal("sam", .speaker, scene.state) == .roomInBackstage)
    #expect(refusal("leo", .listener, scene.state) == .roomInBackstage)
    #expect(refusal(nil, .listener, scene.state) == .roomInBackstage)
  }

  @Test func joiningAheadOpensTheDoorOnTime() {
    var scene = Scene(phase: .backstage)
    scene.state.room.startsAt = Scene.time(2_000)
    scene.state.room.joinAheadSeconds = 300
    #expect(refusal("leo", .listener, scene.state, at: 1_699) == .roomInBackstage)
    #expect(refusal("leo", .listener, scene.state, at: 1_700) == nil)
  }

  @Test func aLockKeepsOutTheNewAndLetsBackWhoJustLeft() {
    var scene = Scene()
    scene.feed(Scene.joined(900, "ps-1", "ana"), Scene.joined(900, "ps-2", "bo"), Scene.left(950, "ps-2", "bo"))
    scene.feed(.intent(.locked(by: "nadia")))
    #expect(refusal("ana", .listener, scene.state) == nil)
    #expect(refusal("bo", .listener, scene.state, at: 1_000) == nil)
    #expect(refusal("bo", .listener, scene.state, at: 1_011) == .roomLocked)
    #expect(refusal("cy", .speaker, scene.state) == .roomLocked)
    #expect(refusal("nadia", .host, scene.state) == nil)
  }

  @Test func bansMembersAndCapacityAreKept() {
    var settings = RoomSettings(access: .members, backstage: false, maximumParticipants: 1)
    var scene = Scene(settings: settings)
    #expect(refusal("cy", .listener, scene.state) == .notAMember)
    scene.feed(.intent(.memberSet(person: "cy", role: .listener)))
    #expect(refusal("cy", .listener, scene.state) == nil)
    scene.feed(.intent(.banned(Ban(person: "cy", until: Scene.time(1_500)))))
    #expect(refusal("cy", .listener, scene.state, at: 1_499) == .banned)
    #expect(refusal("cy", .listener, scene.state, at: 1_500) == nil)
    settings.access = .open
    var full = Scene(settings: settings)
    full.feed(Scene.joined(10, "ps-1", "ana"))
    #expect(refusal("bo", .listener, full.state) == .roomFull)
    #expect(refusal("ana", .listener, full.state) == nil)
  }

  @Test func aLaterBanHoldsWhateverTheEarlierOneWas() {
    var scene = Scene()
    func ban(_ until: Int64?, session: String? = nil) -> RoomInput {
      .intent(.banned(Ban(person: "cy", until: until.map(Scene.time), session: session)))
    }
    scene.wait(until: 1_000)
    scene.feed(ban(900))
    #expect(refusal("cy", .speaker, scene.state, at: 1_000) != .banned)
    #expect(scene.feed(ban(1_500)) == ["participant.banned"])
    #expect(scene.feed(ban(1_500)).isEmpty)
    #expect(scene.feed(ban(nil)) == ["participant.banned"])
    #expect(scene.state.bans["cy"]?.until == nil)
    #expect(refusal("cy", .speaker, scene.state, at: 2_000) == .banned)
    #expect(scene.feed(ban(1_200), ban(nil, session: "ses_1")).isEmpty)
    #expect(scene.state.bans["cy"] == Ban(person: "cy"))
  }

  @Test func nothingLeadsBackIntoAnEndedRoom() {
    var scene = Scene()
    scene.feed(.intent(.ended(reason: "api", by: nil)))
    #expect(refusal("nadia", .host, scene.state) == .roomEnded)
  }

  @Test func whoComesOnAnOlderTokenIsThrownOutAgain() {
    var scene = Scene()
    scene.feed(.intent(.locked(by: nil)))
    let reduction = scene.reduce([Scene.joined(1_000, "ps-1", "leo")])
    #expect(reduction.directives == [.expel(connection: "ps-1", person: "leo", reason: .roomLocked)])
    #expect(scene.present == ["ps-1"])
    #expect(scene.feed(.intent(.expelled(connection: "ps-1"))) == ["participant.left"])
    #expect(scene.state.participants["ps-1"]?.leaveReason == .notAdmitted)
    #expect(scene.feed(Scene.left(1_001, "ps-1", "leo")).isEmpty)
  }

  @Test func somebodyThrownOutIsNotKnownForTheirNextTry() {
    var scene = Scene()
    scene.feed(.intent(.locked(by: nil)))
    scene.feed(Scene.joined(1_000, "ps-1", "leo"))
    scene.feed(.intent(.expelled(connection: "ps-1")))
    let again = scene.reduce([Scene.joined(1_001, "ps-2", "leo")])
    #expect(again.directives.count == 1)
  }

  @Test func aJoinAfterTheEndIsThrownOutAndOneBeforeIsHistory() {
    var scene = Scene()
    scene.feed(.intent(.ended(reason: "api", by: nil)))
    #expect(scene.reduce([Scene.joined(999, "ps-1", "ana")]).directives.isEmpty)
    #expect(scene.present.isEmpty)
    let late = scene.reduce([Scene.joined(1_001, "ps-2", "bo")])
    #expect(late.directives.count == 1 || scene.present.isEmpty)
  }

  @Test func stageIsPolicedOnlyWhereTheVendorDoesNot() {
    var scene = Scene(phase: .backstage)
    #expect(scene.reduce([Scene.joined(1_000, "ps-1", "leo")], rules: GatewayRules(stage: .vendor)).directives.isEmpty)
    #expect(
      scene.reduce([Scene.joined(1_000, "ps-2", "mia")], rules: GatewayRules(stage: .policed)).directives.count == 1)
  }
}
