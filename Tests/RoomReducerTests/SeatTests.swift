import MeetingCore
import RoomReducer
import Testing

@Suite("What only a seat in the room tells") struct SeatTests {
  private static func heard(_ at: Int64, _ detail: Fact.Detail) -> RoomInput {
    Scene.fact(at, detail, source: .socket)
  }

  private static func audio(_ at: Int64, _ connection: String, _ publishing: Bool?, muted: Bool? = nil) -> RoomInput {
    heard(at, .tracks(connection: connection, [.audio: TrackState(publishing: publishing, muted: muted)]))
  }

  /// Ana and bo are in, and the seat is, too.
  private func scene() -> Scene {
    var scene = Scene()
    scene.feed(Scene.joined(10, "a", "ana"), Scene.joined(11, "b", "bo"), Self.heard(12, .seat(isThere: true)))
    return scene
  }

  @Test func tracksAreToldAsTheyChange() {
    var scene = scene()
    #expect(scene.feed(Self.audio(20, "a", true, muted: false)) == ["participant.updated"])
    #expect(scene.feed(Self.audio(21, "a", true, muted: false)) == [], "as before")
    #expect(scene.feed(Self.audio(22, "a", true, muted: true)) == ["participant.muted"])
    #expect(scene.feed(Self.audio(23, "a", true, muted: false)) == ["participant.unmuted"])
    #expect(scene.feed(Self.audio(24, "a", false)) == ["participant.updated"])
    #expect(
      scene.state.participants["a"]?.tracks[.audio] == TrackState(publishing: false, muted: nil, asOf: Scene.time(24)))
    let both = Fact.Detail.tracks(
      connection: "a", [.audio: TrackState(publishing: true), .video: TrackState(publishing: true)])
    let reduction = scene.reduce([Self.heard(25, both)])
    guard case .participantUpdated(let ana, let changed)? = reduction.events.first?.detail else {
      return #expect(Bool(false), "an update")
    }
    #expect(changed == ["tracks.audio", "tracks.video"])
    #expect(ana.tracks[.video]?.asOf == Scene.time(25))
  }

  @Test func olderNewsAndNewsOfStrangersTellNothing() {
    var scene = scene()
    scene.feed(Self.audio(30, "a", true))
    #expect(scene.feed(Self.audio(29, "a", false)) == [])
    #expect(scene.state.participants["a"]?.tracks[.audio]?.publishing == true)
    #expect(scene.feed(Self.audio(5, "b", true)) == [], "of an earlier stay")
    let stranger = scene.reduce([Self.audio(31, "x", true)])
    #expect(stranger.events.isEmpty && stranger.directives == [.doubt], "somebody came whom nobody told of")
    scene.feed(Scene.left(32, "b", "bo"))
    #expect(scene.feed(Self.audio(33, "b", true)) == [])
  }

  @Test func aReadDoesNotUndoWhatWasHeard() {
    var scene = scene()
    scene.feed(Self.audio(30, "a", true, muted: false))
    func snapshot(_ told: TrackState, asOf version: Int64 = .max) -> RoomInput {
      let people = [("a", "ana"), ("b", "bo")].map { connection, person in
        SnapshotParticipant(
          joined: .init(connection: connection, person: person, session: "s-1"), joinedAt: nil,
          tracks: connection == "a" ? [.audio: told] : [:])
      }
      return Scene.fact(
        40, .snapshot(RoomSnapshot(asOf: version, stage: .live, session: "s-1", participants: people)),
        source: .reconcile)
    }
    #expect(scene.feed(snapshot(TrackState(publishing: false))) == [], "the vendor does not say of when that is")
    #expect(scene.feed(snapshot(TrackState(publishing: false, asOf: Scene.time(29)))) == [])
    #expect(scene.feed(snapshot(TrackState(publishing: false, asOf: Scene.time(31)), asOf: 1)) == [], "begun before")
    #expect(scene.state.participants["a"]?.tracks[.audio]?.publishing == true)
    #expect(scene.feed(snapshot(TrackState(publishing: false, asOf: Scene.time(31)))) == ["participant.updated"])
    // What was heard before the seat was lost and taken again may have changed unheard.
    scene.feed(Self.heard(50, .seat(isThere: true)))
    #expect(scene.feed(snapshot(TrackState(publishing: true))) == ["participant.updated"])
  }

  @Test func aModeIsReadWhereNobodyHearsIt() {
    func read(_ at: Int64, _ publishes: Bool) -> RoomInput {
      let ana = SnapshotParticipant(
        joined: .init(connection: "a", person: "ana", session: "s-1"), joinedAt: nil, publishes: publishes)
      return Scene.fact(
        at, .snapshot(RoomSnapshot(asOf: .max, stage: .live, session: "s-1", participants: [ana], isComplete: false)),
        source: .reconcile)
    }
    var scene = scene()
    #expect(scene.feed(read(20, false)) == [])
    #expect(scene.state.participants["a"]?.publishes == false)
    scene.feed(Self.heard(21, .mode(connection: "a", publishes: true)), read(22, false))
    #expect(scene.state.participants["a"]?.publishes == true, "a list lags behind what is heard")
    scene.feed(Self.heard(23, .seat(isThere: false)), read(24, false))
    #expect(scene.state.participants["a"]?.publishes == false)
  }

  @Test func whoIsHeardIsToldWhenItIsSomebodyElse() {
    var scene = scene()
    #expect(scene.state.room.seat?.isSpeaking("a") == nil, "nobody has told yet")
    #expect(scene.feed(Self.heard(20, .speaker(connection: "a", level: 0.5))) == ["speaker.changed"])
    #expect(scene.feed(Self.heard(21, .speaker(connection: "a", level: 0.7))) == [], "louder")
    #expect(scene.state.room.seat?.level(of: "a") == 0.7)
    #expect(scene.state.room.seat?.isSpeaking("b") == false)
    #expect(scene.feed(Self.heard(19, .speaker(connection: "b", level: nil))) == [], "older")
    let nobody = scene.reduce([Self.heard(22, .speaker(connection: nil, level: nil))])
    #expect(nobody.events.map(\.detail) == [.speakerChanged(participant: nil, person: nil)])
    scene.feed(Self.heard(23, .speaker(connection: "b", level: nil)))
    #expect(scene.feed(Scene.left(24, "b", "bo")) == ["participant.left", "speaker.changed"])
    #expect(scene.feed(Self.heard(25, .speaker(connection: "b", level: nil))) == [], "whoever is gone is not heard")
  }

  @Test func withoutASeatNothingOfItIsKnown() {
    var scene = scene()
    scene.feed(
      Self.audio(20, "a", true, muted: false), Self.heard(20, .mode(connection: "a", publishes: true)),
      Self.heard(20, .mode(connection: "b", publishes: false)), Self.heard(20, .speaker(connection: "a", level: 1)))
    #expect(scene.feed(Self.heard(30, .seat(isThere: false))) == ["speaker.changed", "participant.updated"])
    #expect(scene.state.room.seat == nil)
    #expect(scene.state.participants["a"]?.tracks == [:])
    #expect(scene.state.participants.values.allSatisfy { $0.publishes == nil })
    #expect(scene.feed(Self.heard(31, .seat(isThere: false))) == [], "gone already")
    #expect(scene.feed(Self.heard(32, .speaker(connection: "a", level: nil))) == [], "nobody can have heard that")
  }

  @Test func aSeatTakenAnewHasNotHeardWhoSpoke() {
    var scene = scene()
    scene.feed(Self.audio(20, "a", true), Self.heard(20, .speaker(connection: "a", level: nil)))
    #expect(scene.feed(Self.heard(25, .seat(isThere: true))) == ["speaker.changed"])
    #expect(scene.state.room.seat?.isSpeaking("a") == nil)
    #expect(scene.state.participants["a"]?.tracks[.audio]?.publishing == true, "with its own time")
  }

  @Test func theEndOfTheRoomIsTheEndOfTheSeat() {
    var scene = scene()
    scene.feed(.intent(.ended(reason: "api", by: "nadia")))
    #expect(scene.state.room.seat == nil)
    #expect(scene.feed(Self.heard(99, .seat(isThere: true))) == [])
    #expect(scene.state.room.seat == nil)
  }
}
