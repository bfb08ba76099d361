import MeetingCore
import RoomReducer
import Testing

@Suite struct MemberTests {
  @Test func membersAreToldOnceForAllOfThem() {
    var scene = Scene()
    let first = scene.reduce([.intent(.membersSet(["bo": .speaker, "cy": .listener], by: "nadia"))])
    #expect(first.events.map(\.detail) == [.roomUpdated(changed: ["members"], by: "nadia")])
    #expect(first.changes.members == ["bo", "cy"])
    #expect(scene.feed(.intent(.membersSet(["bo": .speaker], by: "nadia"))) == [])
    #expect(scene.feed(.intent(.membersSet(["bo": .listener], by: "nadia"))) == ["room.updated"])
    #expect(scene.state.members == ["bo": .listener, "cy": .listener])
  }

  @Test func whoIsInsideHasTheNewRoleOnEveryDevice() {
    var scene = Scene()
    scene.feed(Scene.joined(10, "c-1", "bo"), Scene.joined(11, "c-2", "bo"), Scene.joined(12, "c-3", "cy"))
    let reduction = scene.reduce([.intent(.membersSet(["bo": .speaker], by: "nadia"))])
    #expect(reduction.events.map(\.type) == ["participant.updated", "participant.updated", "room.updated"])
    for case .participantUpdated(let participant, let changed) in reduction.events.map(\.detail) {
      #expect(participant.person == "bo" && participant.role == .speaker && changed == ["role"])
    }
    #expect(reduction.changes.participants == ["c-1", "c-2"])
    #expect(scene.state.participants["c-3"]?.role == .listener)
  }

  @Test func theVendorsEchoOfAMembershipChangesNothing() {
    var scene = Scene()
    scene.wait(until: 100)
    scene.feed(.intent(.membersSet(["bo": .speaker], by: "nadia")))
    #expect(scene.feed(Scene.fact(101, .memberChanged(person: "bo", role: .speaker))) == [])
    scene.feed(.intent(.memberRemoved(person: "bo", by: "nadia")))
    #expect(scene.feed(Scene.fact(99, .memberChanged(person: "bo", role: .speaker))) == [])
    #expect(scene.state.members["bo"] == nil, "older news brought somebody back")
  }

  @Test func endingAMembershipIsToldOnceAndLeavesWhoIsInside() {
    var scene = Scene()
    scene.feed(.intent(.membersSet(["bo": .speaker], by: "nadia")), Scene.joined(10, "c-1", "bo"))
    let types = scene.feed(.intent(.memberRemoved(person: "bo", by: "nadia")))
    #expect(types == ["participant.updated", "room.updated"])
    #expect(scene.state.participants["c-1"]?.role == .listener)
    #expect(scene.feed(.intent(.memberRemoved(person: "bo", by: "nadia"))) == [])
    #expect(scene.present == ["c-1"])
    #expect(scene.state.members.isEmpty)
  }

  // MARK: Changes whose answer is lost

  private static func asked(_ role: ParticipantRole?) -> [RoomInput] {
    [.intent(.membersAsked(["bo": role], by: "mia"))]
  }

  @Test(arguments: [true, false])
  func aChangeWhoseAnswerIsLostIsToldOnceByWhatShowsIt(_ newsIsFirst: Bool) {
    var scene = Scene()
    let (doubt, news) = (
      RoomInput.intent(.membersUncertain(["bo"])), Scene.fact(1_000, .memberChanged(person: "bo", role: .coHost))
    )
    #expect(scene.reduce(Self.asked(.host)).events.isEmpty)
    #expect(scene.feed(newsIsFirst ? news : doubt) == [])
    let told = scene.reduce([newsIsFirst ? doubt : news])
    #expect(told.events.map(\.detail) == [.roomUpdated(changed: ["members"], by: "mia")])
    #expect(scene.state.members["bo"] == .host, "the vendor's coarser role won")
    #expect(scene.feed(news) == [])
    #expect(scene.feed(.intent(.membersSet(["bo": .host], by: "mia"))) == [], "a repeat told it again")
    #expect(scene.state.room.memberChanges.isEmpty)
  }

  @Test func aRepeatTellsWhatNothingElseHasShown() {
    var scene = Scene()
    _ = scene.reduce(Self.asked(.speaker) + [.intent(.membersUncertain(["bo"]))])
    #expect(scene.feed(.intent(.membersSet(["bo": .speaker], by: "nadia"))) == ["room.updated"])
    #expect(scene.feed(Scene.fact(1_000, .memberChanged(person: "bo", role: .speaker))) == [])
  }

  @Test func newsBeforeTheAnswerLeaveTheTellingToIt() {
    var scene = Scene()
    _ = scene.reduce(Self.asked(.speaker))
    #expect(scene.feed(Scene.fact(1_000, .memberChanged(person: "bo", role: .speaker))) == [])
    #expect(scene.feed(.intent(.membersSet(["bo": .speaker], by: "mia"))) == ["room.updated"])
  }

  @Test func aRemovalWhoseAnswerIsLostIsToldOnce() {
    var scene = Scene()
    scene.feed(.intent(.membersSet(["bo": .speaker], by: nil)))
    _ = scene.reduce(Self.asked(nil) + [.intent(.membersUncertain(["bo"]))])
    #expect(scene.feed(Scene.fact(1_000, .memberRemoved(person: "bo"))) == ["room.updated"])
    #expect(scene.state.room.memberChanges["bo"]?.state == .told)
    #expect(scene.feed(.intent(.memberRemoved(person: "bo", by: "mia"))) == [])
    #expect(scene.state.room.memberChanges.isEmpty)
  }

  @Test func whatTheVendorRefusedIsForgotten() {
    var scene = Scene()
    _ = scene.reduce(Self.asked(.speaker) + [.intent(.membersRefused(["bo"]))])
    #expect(scene.feed(Scene.fact(1_000, .memberChanged(person: "bo", role: .speaker))) == [])
    #expect(scene.state.room.memberChanges.isEmpty)
  }
}
