import MeetingCore
import ProviderTesting
import RoomReducer
import Testing

@Suite struct PresenceTests {
  @Test func twoDevicesOfOnePersonAreTwoConnections() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "ana"), Scene.joined(11, "ps-2", "ana"))
    #expect(scene.present == ["ps-1", "ps-2"])
    #expect(Set(scene.state.connected.map(\.person)) == ["ana"])
    #expect(scene.state.openSession?.peakParticipants == 2)
  }

  @Test func aRepeatedJoinIsNoEvent() {
    var scene = Scene()
    #expect(scene.feed(Scene.joined(10, "ps-1", "ana")) == ["session.started", "participant.joined"])
    #expect(scene.feed(Scene.joined(10, "ps-1", "ana")).isEmpty)
  }

  @Test func aLateLeaveOfAnOldConnectionKeepsTheNewOne() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "ana"), Scene.joined(20, "ps-2", "ana"))
    #expect(scene.feed(Scene.left(15, "ps-1", "ana")) == ["participant.left"])
    #expect(scene.present == ["ps-2"])
  }

  @Test func aLeaveWithoutAJoinNeverMakesTheCountNegative() {
    var scene = Scene()
    scene.feed(Scene.fact(5, .sessionStarted(vendorID: "s-1")))
    #expect(scene.feed(Scene.left(6, "ps-9", "bo")).isEmpty)
    #expect(scene.present.isEmpty)
    scene.feed(Scene.joined(7, "ps-1", "ana"))
    #expect(scene.feed(Scene.left(8, "ps-9", "bo")).isEmpty)
    #expect(scene.present == ["ps-1"])
  }

  @Test func aConnectionThatWasAbortedHasLeft() {
    var scene = Scene()
    #expect(scene.feed(Scene.joined(10, "ps-1", "ana")) == ["session.started", "participant.joined"])
    #expect(scene.feed(Scene.left(10, "ps-1", "ana", .aborted)) == ["participant.left"])
    #expect(scene.present.isEmpty)
    #expect(scene.state.participants["ps-1"]?.leaveReason == .aborted)
    let silence = RoomSnapshot(asOf: scene.state.room.version, stage: .live, session: nil)
    scene.wait(until: 1_100)
    let types = scene.reduce([Scene.fact(1_090, .snapshot(silence), source: .reconcile)]).events.map(\.type)
    #expect(types == ["session.ended"], "the session ends although nothing more was told")
    #expect(scene.state.openSession == nil)
  }

  @Test func whatTookPlaceBeforeAnEndIsHistoryAndReopensNothing() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "bo"), Scene.fact(600, .sessionEnded(vendorID: "s-1", reason: nil)))
    #expect(scene.state.openSession == nil)
    let types = scene.feed(Scene.joined(200, "ps-2", "ana"))
    #expect(!types.contains("session.started"))
    #expect(scene.present.isEmpty)
    #expect(scene.state.openSession == nil)
    #expect(scene.state.participants["ps-2"].map { $0.joinedAt == Scene.time(200) && !$0.isConnected } ?? true)
  }

  @Test func countsComeFromWhoIsThereNotFromWhatAnEventSays() {
    var scene = Scene()
    let people = (1...6).map { "p\($0)" }
    for (at, person) in people.enumerated() { scene.feed(Scene.joined(Int64(10 + at), "c-\(person)", person)) }
    var counts: [Int] = []
    for (at, person) in people.enumerated() {
      // The vendor's number lags behind; whatever it says, presence is a set.
      scene.feed(Scene.left(Int64(30 + at), "c-\(person)", person), Scene.fact(Int64(30 + at), .anonymousCount(0)))
      counts.append(scene.present.count)
    }
    #expect(counts == [5, 4, 3, 2, 1, 0])
  }

  @Test func aLeaveThatOvertookItsJoinIsToldInTheRightOrder() {
    var scene = Scene()
    scene.feed(Scene.fact(5, .sessionStarted(vendorID: "s-1")))
    scene.feed(Scene.left(20, "ps-1", "ana"))
    #expect(scene.feed(Scene.joined(10, "ps-1", "ana")) == ["participant.joined", "participant.left"])
    #expect(scene.present.isEmpty)
    #expect(scene.state.participants["ps-1"]?.leftAt == Scene.time(20))
    #expect(scene.state.participants["ps-1"]?.joinedAt == Scene.time(10))
  }

  @Test func aCrashedDeviceThatComesBackIsOnePersonTwice() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "ana"), Scene.joined(30, "ps-2", "ana"))
    let snapshot = RoomSnapshot(
      asOf: scene.state.room.version, stage: .live, session: "s-1",
      participants: [
        SnapshotParticipant(
          joined: .init(connection: "ps-2", person: "ana", session: "s-1"), joinedAt: Scene.time(30))
      ])
    let reduction = scene.reduce([Scene.fact(60, .snapshot(snapshot), source: .reconcile)])
    #expect(reduction.events.map(\.type) == ["participant.left"])
    #expect(scene.state.participants["ps-1"]?.leaveReason == .superseded)
    #expect(reduction.events.allSatisfy { $0.source == .reconcile })
  }

  @Test func anEndedSessionClosesEverybodyAndALaterTimeCorrectsOne() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "ana"), Scene.joined(11, "ps-2", "bo"))
    scene.feed(Scene.fact(100, .sessionEnded(vendorID: "s-1", reason: nil)))
    #expect(scene.present.isEmpty)
    #expect(scene.state.participants.values.allSatisfy { $0.leftAt == Scene.time(100) })
    #expect(scene.feed(Scene.left(98, "ps-2", "bo")) == ["participant.updated"])
    #expect(scene.state.participants["ps-2"]?.leftAt == Scene.time(98))
    #expect(scene.state.participants["ps-1"]?.leftAt == Scene.time(100))
  }

  @Test func aLateJoinDoesNotReopenAnEndedSession() {
    var scene = Scene()
    scene.feed(
      Scene.fact(5, .sessionStarted(vendorID: "s-1")), Scene.fact(100, .sessionEnded(vendorID: "s-1", reason: nil)))
    scene.feed(Scene.joined(50, "ps-1", "ana"))
    #expect(scene.present.isEmpty)
    #expect(scene.state.openSession == nil)
    #expect(scene.state.participants["ps-1"]?.joinedAt == Scene.time(50))
  }

  @Test func anonymousViewersAreCountedAndNeverListed() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "ana"), Scene.fact(11, .anonymousCount(40)))
    #expect(scene.present == ["ps-1"])
    #expect(scene.state.room.anonymousCount == 40)
  }

  @Test func aSnapshotReadBeforeAJoinDoesNotUndoIt() {
    var scene = Scene()
    let before = scene.state.room.version
    scene.feed(Scene.joined(10, "ps-1", "ana"))
    let stale = RoomSnapshot(asOf: before, stage: .live, session: "s-1", participants: [])
    #expect(scene.feed(Scene.fact(11, .snapshot(stale), source: .reconcile)).isEmpty)
    #expect(scene.present == ["ps-1"])
  }

  /// Whatever the order and however often each fact comes, the end is the same and each event is told once.
  @Test(arguments: 0..<40) func orderAndRepeatsDoNotMatter(_ seed: Int) {
    var generator = SplitMix(seed: UInt64(seed))
    let facts: [RoomInput] = [
      Scene.fact(5, .sessionStarted(vendorID: "s-1")), Scene.joined(10, "ps-1", "ana"), Scene.joined(12, "ps-2", "bo"),
      Scene.left(20, "ps-1", "ana"), Scene.joined(30, "ps-3", "ana"), Scene.left(40, "ps-2", "bo"),
    ]
    var scene = Scene()
    var told: [String: Int] = [:]
    for fact in (facts + facts + facts).shuffled(using: &generator) {
      for event in scene.reduce([fact]).events { told[event.type, default: 0] += 1 }
    }
    #expect(scene.present == ["ps-3"])
    #expect(told == ["session.started": 1, "participant.joined": 3, "participant.left": 2])
  }

  /// The vendor still lets people into a room that has ended, and nothing told of them.
  @Test func aReadOfAnEndedRoomThrowsOutWhoIsInside() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "ps-1", "ana"))
    scene.feed(.intent(.ended(reason: "api", by: nil)))
    scene.wait(until: 1_300)
    let inside = ["ps-1": "ana", "ps-2": "bo"].map { connection, person in
      SnapshotParticipant(joined: Fact.Joined(connection: connection, person: person), joinedAt: nil)
    }.sorted { $0.joined.connection < $1.joined.connection }
    for stage in [Fact.Stage.ended, .live] {
      let read = scene.reduce([
        Scene.fact(
          1_200, .snapshot(RoomSnapshot(asOf: scene.state.room.version, stage: stage, participants: inside)),
          source: .reconcile)
      ])
      #expect(
        read.directives == [
          .expel(connection: "ps-1", person: "ana", reason: .roomEnded),
          .expel(connection: "ps-2", person: "bo", reason: .roomEnded),
        ])
      #expect(
        read.events.map(\.type).filter { $0.hasPrefix("participant") }
          == (stage == .ended ? ["participant.joined", "participant.left"] : []))
      #expect(scene.present.isEmpty)
    }
  }

  @Test func whatFollowsOnSomethingUntoldRaisesADoubt() {
    var scene = Scene()
    #expect(scene.reduce([Scene.left(999, "c-9", "bo")]).directives == [.doubt])
    #expect(scene.reduce([Scene.joined(990, "c-1", "ana")]).directives.isEmpty)
    #expect(scene.reduce([Scene.left(995, "c-1", "ana")]).directives.isEmpty)
    #expect(scene.reduce([Scene.joined(996, "c-2", "ana", session: "s-2")]).directives == [.doubt], "no end was told")
    #expect(scene.reduce([Scene.fact(997, .sessionEnded(vendorID: "s-2", reason: nil))]).directives.isEmpty)
    let unknown = Scene.fact(998, .sessionEnded(vendorID: "s-3", reason: nil))
    #expect(scene.reduce([unknown]).directives == [.doubt])
    #expect(scene.reduce([unknown]).directives.isEmpty)
  }
}
