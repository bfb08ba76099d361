import MeetingCore
import RoomReducer
import Testing

/// Stays at places: a vendor that names where somebody is, not each time they are there, and whose deliveries have no time.
@Suite struct PlaceTests {
  private static func came(
    _ at: Int64, _ place: String, _ person: String?, session: String = "s-1", source: FactSource = .webhook
  ) -> RoomInput {
    Scene.fact(
      at, .joined(.init(connection: place, naming: .place, person: person, session: session)), source: source)
  }

  /// As those vendors tell it: at no time but that at which it came.
  private static func heard(_ at: Int64, _ place: String, session: String) -> RoomInput {
    .fact(
      Fact(
        occurredAt: Scene.time(at), isTimed: false, source: .webhook,
        .joined(.init(connection: place, naming: .place, person: place, session: session))))
  }

  private static func went(_ at: Int64, _ place: String, source: FactSource = .webhook) -> RoomInput {
    Scene.fact(at, .left(connection: place, person: nil, reason: .left), source: source)
  }

  /// Everybody who is there: place and when their stay began.
  private static func list(_ scene: Scene, at: Int64, asOf: Int64? = nil, _ rows: (place: String, since: Int64)...)
    -> RoomInput
  {
    let participants = rows.map { row in
      SnapshotParticipant(
        joined: .init(connection: row.place, naming: .place, person: row.place, session: "s-1"),
        joinedAt: Scene.time(row.since))
    }
    let snapshot = RoomSnapshot(
      asOf: asOf ?? scene.state.room.version, stage: .live, session: "s-1", participants: participants)
    return Scene.fact(at, .snapshot(snapshot), source: .reconcile)
  }

  private func people(_ scene: Scene) -> [String] { scene.state.connected.map { $0.person ?? "?" }.sorted() }

  @Test func eachStayIsAParticipantOfItsOwn() {
    var scene = Scene()
    scene.wait(until: 10)
    #expect(scene.feed(Self.came(10, "ana", "ana")) == ["session.started", "participant.joined"])
    scene.wait(until: 200)
    #expect(scene.feed(Self.went(200, "ana")) == ["participant.left"])
    scene.wait(until: 400)
    #expect(scene.feed(Self.came(400, "ana", "ana")) == ["participant.joined"])
    #expect(people(scene) == ["ana"])
    #expect(scene.state.participants.count == 2)
    #expect(Set(scene.state.participants.values.map(\.id)).count == 2)
    #expect(scene.state.connected.map(\.vendorName) == ["ana"])
  }

  @Test func aRepeatedDeliveryOfAJoinIsNoEvent() {
    var scene = Scene()
    scene.feed(Self.came(10, "ana", "ana"))
    #expect(scene.feed(Self.came(11, "ana", "ana")).isEmpty)
    #expect(scene.state.participants.count == 1)
  }

  @Test func aJoinRightAfterALeaveIsReadAndNotLost() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana"))
    scene.wait(until: 300)
    scene.feed(Self.went(300, "ana"))
    scene.wait(until: 305)
    let reduction = scene.reduce([Self.came(305, "ana", "ana")])
    #expect(reduction.events.isEmpty)
    #expect(reduction.directives == [.reconcile])
    #expect(scene.feed(Self.list(scene, at: 306, ("ana", 304))) == ["participant.joined"])
    #expect(scene.state.connected.map(\.joinedAt) == [Scene.time(304)])
  }

  @Test func aLateRepeatOfAJoinBringsNobodyBack() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana"))
    scene.wait(until: 300)
    scene.feed(Self.went(300, "ana"))
    scene.wait(until: 302)
    #expect(scene.reduce([Self.came(302, "ana", "ana")]).directives == [.reconcile])
    scene.feed(Self.list(scene, at: 303))
    #expect(people(scene).isEmpty)
    #expect(scene.state.participants.count == 1)
  }

  @Test func withoutAReadingADeliveryIsBelieved() {
    var scene = Scene()
    scene.rules.readsRooms = false
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana"))
    scene.wait(until: 12)
    #expect(scene.feed(Self.went(12, "ana")) == ["participant.left"])
    scene.wait(until: 13)
    #expect(scene.feed(Self.came(13, "ana", "ana")) == ["participant.joined"])
    #expect(people(scene) == ["ana"])
  }

  @Test func aLeaveThatIsToldAfterTheNextJoinThrowsNobodyOut() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana"))
    scene.wait(until: 500)
    // They left and came again; the second join overtook the leave.
    #expect(scene.feed(Self.came(500, "ana", "ana")).isEmpty)
    let leave = scene.reduce([Self.went(501, "ana")])
    #expect(leave.events.isEmpty)
    #expect(leave.directives == [.reconcile])
    #expect(people(scene) == ["ana"])
    scene.wait(until: 502)
    #expect(scene.feed(Self.list(scene, at: 502, ("ana", 499))) == ["participant.left", "participant.joined"])
    #expect(scene.state.participants.values.filter { !$0.isConnected }.map(\.leaveReason) == [.superseded])
    #expect(people(scene) == ["ana"])
  }

  @Test func somebodyWhoLeavesSoonAfterComingIsLookedForFirst() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana"))
    scene.wait(until: 15)
    #expect(scene.reduce([Self.went(15, "ana")]).directives == [.reconcile])
    scene.wait(until: 16)
    #expect(scene.feed(Self.list(scene, at: 16)) == ["participant.left"])
    #expect(people(scene).isEmpty)
  }

  @Test func aLeaveByPersonAloneIsAHintToo() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Scene.joined(10, "ps-1", "ana"))
    scene.wait(until: 30)
    let early = scene.reduce([Scene.fact(30, .left(connection: nil, person: "ana", reason: .left))])
    #expect(early.directives == [.reconcile])
    #expect(people(scene) == ["ana"])
    scene.wait(until: 300)
    let late = scene.reduce([Scene.fact(300, .left(connection: nil, person: "ana", reason: .left))])
    #expect(late.events.map(\.type) == ["participant.left"])
  }

  @Test func whatASeatHearsIsInOrder() {
    var scene = Scene()
    scene.wait(until: 5)
    scene.feed(Scene.fact(5, .seat(isThere: true), source: .socket))
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana", source: .socket))
    scene.wait(until: 12)
    #expect(scene.feed(Self.went(12, "ana", source: .socket)) == ["participant.left"])
    scene.wait(until: 13)
    #expect(scene.feed(Self.came(13, "ana", "ana", source: .socket)) == ["participant.joined"])
    #expect(people(scene) == ["ana"])
  }

  @Test func aSecondDeviceThatPushesTheFirstOutStays() {
    var scene = Scene()
    scene.wait(until: 5)
    scene.feed(Scene.fact(5, .seat(isThere: true), source: .socket))
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana", source: .socket))
    scene.wait(until: 100)
    scene.feed(Self.came(100, "ana", "ana", source: .socket))
    let pushed = scene.reduce([Self.went(100, "ana", source: .socket)])
    #expect(pushed.directives == [.reconcile])
    scene.wait(until: 101)
    #expect(scene.feed(Self.list(scene, at: 101, ("ana", 100))) == ["participant.left", "participant.joined"])
    #expect(people(scene) == ["ana"])
  }

  @Test func aListThatLagsBehindALeaveBringsNobodyBack() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana"))
    scene.wait(until: 300)
    scene.feed(Self.went(300, "ana"))
    scene.wait(until: 302)
    #expect(scene.feed(Self.list(scene, at: 302, ("ana", 9))).isEmpty)
    #expect(people(scene).isEmpty)
    // A vendor that insists is right.
    scene.wait(until: 400)
    #expect(scene.feed(Self.list(scene, at: 400, ("ana", 9))) == ["participant.joined"])
    #expect(scene.state.connected.map(\.joinedAt) == [Scene.time(300)])
  }

  /// The leave of the stay before came late, and first of all: whoever is listed is there.
  @Test func aLeaveWithoutABeginningHidesNobodyWhoIsListed() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Self.came(10, "leo", "leo"))
    scene.wait(until: 40)
    scene.feed(Self.went(40, "ana"))
    scene.wait(until: 45)
    #expect(scene.reduce([Self.came(45, "ana", "ana")]).directives == [.reconcile])
    #expect(scene.feed(Self.list(scene, at: 46, ("leo", 10), ("ana", 30))) == ["participant.joined"])
    #expect(people(scene) == ["ana", "leo"])
    #expect(scene.feed(Self.list(scene, at: 47, ("leo", 10), ("ana", 30))).isEmpty)
    scene.wait(until: 200)
    #expect(scene.feed(Self.went(200, "ana")) == ["participant.left"])
    let lagging = scene.feed(Self.list(scene, at: 201, ("leo", 10), ("ana", 30)))
    #expect(lagging.isEmpty, "a leave that was told is believed")
  }

  @Test func aListReadBeforeALeaveChangesNothing() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana"))
    let version = scene.state.room.version
    scene.wait(until: 300)
    scene.feed(Self.went(300, "ana"))
    #expect(scene.feed(Self.list(scene, at: 299, asOf: version, ("ana", 10))).isEmpty)
    #expect(people(scene).isEmpty)
  }

  @Test func theVendorKnowsBetterWhenAStayBegan() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana"))
    scene.wait(until: 20)
    #expect(scene.feed(Self.list(scene, at: 20, ("ana", 7))).isEmpty)
    #expect(scene.state.connected.map(\.joinedAt) == [Scene.time(7)])
    #expect(scene.feed(Self.list(scene, at: 21, ("ana", 7))).isEmpty)
    #expect(scene.state.participants.count == 1)
  }

  @Test(arguments: [30, 600] as [Int64])
  func aVendorWhoseClockIsAheadTellsOfOneStayOnceAndOfTheNext(_ ahead: Int64) {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Scene.fact(10, .seat(isThere: true), source: .socket))
    scene.feed(Self.came(10, "ana", "ana", source: .socket))
    for now in [11, 50, 900] as [Int64] {
      scene.wait(until: now)
      #expect(scene.feed(Self.list(scene, at: now, ("ana", 10 + ahead))).isEmpty, "\(now)")
    }
    scene.wait(until: 1_000)
    let again = Self.list(scene, at: 1_000, ("ana", 990 + ahead))
    #expect(scene.feed(again) == ["participant.left", "participant.joined"])
    #expect(scene.feed(Self.list(scene, at: 1_001, ("ana", 990 + ahead))).isEmpty)
  }

  /// While the seat is out, or when another process has it, not hearing of a second stay says nothing.
  @Test(arguments: [true, false])
  func whatHappensWhileTheSeatIsOutIsFoundByReading(_ isLost: Bool) {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Scene.fact(10, .seat(isThere: true), source: .socket))
    scene.feed(Self.came(12, "ana", "ana", source: .socket))
    if isLost { scene.feed(.intent(.seatLost)) } else { scene.state.latest = LatestNews() }
    scene.wait(until: 40)
    #expect(scene.feed(Self.list(scene, at: 40, ("ana", 30))) == ["participant.left", "participant.joined"])
    scene.feed(Scene.fact(41, .seat(isThere: true), source: .socket))
    scene.feed(Self.came(41, "ana", "ana", source: .socket))
    scene.wait(until: 42)
    #expect(scene.feed(Self.list(scene, at: 42, ("ana", 30))).isEmpty)
    #expect(people(scene) == ["ana"])
  }

  @Test func aJoinThatIsDeliveredWhileTheSeatIsOutMayBeANewOne() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Scene.fact(10, .seat(isThere: true), source: .socket))
    scene.feed(Self.came(12, "ana", "ana", source: .socket), .intent(.seatLost))
    scene.wait(until: 300)
    scene.feed(Self.came(300, "ana", "ana"))
    let left = scene.reduce([Self.went(301, "ana")])
    #expect(left.events.isEmpty)
    #expect(left.directives == [.reconcile])
  }

  /// The vendor still had the stay before.
  @Test func aListReadBeforeSomebodyCameAgainSaysNothingOfTheirStay() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana"))
    scene.feed(Self.list(scene, at: 11, ("ana", 10)))
    let version = scene.state.room.version
    scene.wait(until: 300)
    scene.feed(Self.went(300, "ana"))
    scene.wait(until: 400)
    #expect(scene.feed(Self.came(400, "ana", "ana")) == ["participant.joined"])
    #expect(scene.feed(Self.list(scene, at: 399, asOf: version, ("ana", 10))).isEmpty)
    scene.wait(until: 410)
    #expect(scene.feed(Self.list(scene, at: 410, ("ana", 400))).isEmpty)
    #expect(scene.state.participants.count == 2)
  }

  @Test func somebodyWhoIsFoundWithAWrongClockStays() {
    var scene = Scene()
    scene.wait(until: 10)
    #expect(scene.feed(Self.list(scene, at: 10, ("ana", 130))) == ["session.started", "participant.joined"])
    scene.wait(until: 60)
    #expect(scene.feed(Self.list(scene, at: 60, ("ana", 130))).isEmpty)
    scene.wait(until: 200)
    #expect(scene.feed(Self.list(scene, at: 200, ("ana", 130))).isEmpty)
  }

  @Test func thePlaceOfAnotherSessionIsAnotherStay() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana"))
    scene.wait(until: 20)
    let types = scene.feed(Self.came(20, "ana", "ana", session: "s-2"))
    #expect(types == ["participant.left", "session.ended", "session.started", "participant.joined"])
    #expect(people(scene) == ["ana"])
  }

  /// What was told of a stay that nobody knew of is not taken for those that follow at the same place.
  @Test func aLeaveOfSomebodyUnknownShadowsNobodyWhoComesLater() {
    var scene = Scene()
    scene.feed(Self.came(10, "bo", "bo"))
    #expect(scene.feed(Self.went(20, "ana")).isEmpty)
    scene.wait(until: 200)
    #expect(scene.feed(Self.came(200, "ana", "ana")) == ["participant.joined"])
    for at in [300, 400] as [Int64] {
      scene.wait(until: at)
      #expect(scene.feed(Self.list(scene, at: at, ("bo", 10), ("ana", 200))).isEmpty, "reading finds what is known")
    }
    #expect(people(scene) == ["ana", "bo"])
    #expect(scene.feed(Self.went(500, "ana")) == ["participant.left"])
    #expect(people(scene) == ["bo"])
  }

  /// Deliveries have no time of their own: one of a session that is over may come when the next one runs.
  @Test func aLateJoinOfAnEarlierSessionEndsNoSession() {
    var scene = Scene()
    scene.feed(Self.heard(10, "ana", session: "s-1"))
    scene.feed(Scene.fact(50, .sessionEnded(vendorID: "s-1", startedAt: Scene.time(10), reason: nil)))
    scene.wait(until: 60)
    scene.feed(Self.heard(60, "ana", session: "s-2"))
    #expect(scene.feed(Self.heard(65, "ana", session: "s-1")).isEmpty, "a repeat of what was told")
    let unknown = scene.reduce([Self.heard(70, "bo", session: "s-0")])
    #expect(unknown.events.isEmpty && unknown.directives.contains(.reconcile))
    #expect(scene.state.openSession?.vendorID == "s-2")
    #expect(people(scene) == ["ana"])
    let rules = GatewayRules(readsRooms: false)
    #expect(
      scene.feed(Self.heard(80, "bo", session: "s-3"), rules: rules).contains("session.started"),
      "where nobody can be asked, what is told is believed")
  }

  /// What was told late seems to have begun late: the session that the vendor lists is the one that runs.
  @Test func theSessionThatIsListedIsTheLastOne() {
    var scene = Scene()
    scene.wait(until: 100)
    scene.feed(Self.came(100, "ana", "ana", session: "s-1"))
    let snapshot = RoomSnapshot(
      asOf: scene.state.room.version, stage: .live, session: "s-2", sessionStartedAt: Scene.time(90),
      participants: [
        SnapshotParticipant(
          joined: .init(connection: "bo", naming: .place, person: "bo", session: "s-2"), joinedAt: Scene.time(95))
      ])
    scene.wait(until: 200)
    scene.feed(Scene.fact(200, .snapshot(snapshot), source: .reconcile))
    #expect(scene.state.openSession?.vendorID == "s-2")
    #expect(people(scene) == ["bo"])
  }

  @Test func somebodyThrownOutOfAPlaceAndBackAtOnceIsThrownOutAgain() {
    var scene = Scene()
    scene.wait(until: 10)
    scene.feed(Self.came(10, "ana", "ana"))
    let first = scene.state.connected[0].connection
    scene.feed(.intent(.banned(Ban(person: "ana"))))
    scene.feed(.intent(.removed(connections: [first], person: "ana", rejoin: .forever, by: nil)))
    scene.wait(until: 11)
    #expect(scene.reduce([Self.came(11, "ana", "ana")]).directives == [.reconcile])
    scene.wait(until: 15)
    let found = scene.reduce([Self.list(scene, at: 15, ("ana", 13))])
    let second = scene.state.connected.first?.connection ?? ""
    #expect(second != first)
    #expect(found.directives == [.expel(connection: second, person: "ana", reason: .banned)])
  }

  @Test func tracksAndSpeakersAreNamedByThePlace() {
    var scene = Scene()
    scene.wait(until: 5)
    scene.feed(Scene.fact(5, .seat(isThere: true), source: .socket))
    scene.feed(Self.came(10, "ana", "ana", source: .socket))
    let on = TrackState(publishing: true, muted: false)
    #expect(
      scene.feed(Scene.fact(11, .tracks(connection: "ana", [.audio: on]), source: .socket)) == ["participant.updated"])
    #expect(
      scene.feed(Scene.fact(12, .speaker(connection: "ana", level: nil), source: .socket)) == ["speaker.changed"])
    #expect(scene.state.connected[0].tracks[.audio]?.publishing == true)
  }
}
