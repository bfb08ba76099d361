import MeetingCore
import RoomReducer
import Testing

/// Recordings, broadcasts and transcriptions: reports in any order, each life told once and in order.
@Suite struct EgressTests {
  private static func report(
    _ at: Int64, _ step: EgressReport.Step, _ vendorID: String? = "e-1", _ plan: EgressPlan = .recording(.room)
  ) -> RoomInput {
    Scene.fact(at, .egress(EgressReport(plan, step, vendorID: vendorID)))
  }

  private static let file = EgressFile(session: "s-1", name: "a.mp4", startedAt: Scene.time(1_000))

  private static func wish(_ id: String = "rec_a", _ plan: EgressPlan = .recording(.room), at: Int64 = 1_000)
    -> Egress
  {
    Egress(id: id, plan: plan, source: .api, createdAt: Scene.time(at), startedBy: "nadia")
  }

  /// A room with somebody in it.
  private static func occupied() -> Scene {
    var scene = Scene()
    scene.feed(Scene.joined(990, "c-1", "ana"))
    return scene
  }

  @Test func aWishIsBoundToWhatTheVendorTells() throws {
    var scene = Self.occupied()
    #expect(scene.feed(.intent(.egress(.begun(Self.wish())))).isEmpty, "a wish is no event")
    #expect(scene.state.egresses.map(\.state) == [.starting])
    #expect(scene.feed(Self.report(1_001, .started)) == ["recording.started"])
    #expect(scene.state.runningSorts == [.recording])
    let egress = try #require(scene.state.egresses.first)
    #expect((egress.id, egress.vendorID, egress.startedBy) == ("rec_a", "e-1", "nadia"))
    #expect(scene.feed(.intent(.egress(.stopping("rec_a", by: "bo")))).isEmpty)
    #expect(scene.feed(Self.report(1_002, .stopped)) == ["recording.stopped"])
    #expect(scene.state.runningSorts.isEmpty)
    #expect(scene.feed(Self.report(1_003, .ready(Self.file))) == ["recording.ready"])
    #expect(scene.state.egresses.map(\.state) == [.ready])
    #expect(scene.state.egresses.count == 1)
  }

  /// Whatever order three reports of one recording come in, and however often, the log tells one life.
  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]], [false, true])
  func anyOrderTellsOneLife(_ order: [Int], _ isAsked: Bool) {
    var scene = Self.occupied()
    if isAsked { scene.feed(.intent(.egress(.begun(Self.wish())))) }
    let reports = [
      Self.report(1_001, .started), Self.report(1_002, .stopped), Self.report(1_003, .ready(Self.file)),
    ]
    var types: [String] = []
    for index in order + order { types += scene.feed(reports[index]) }
    #expect(types == ["recording.started", "recording.stopped", "recording.ready"])
    #expect(scene.state.egresses.map(\.state) == [.ready])
    #expect(scene.state.egresses.first?.files == [Self.file])
  }

  @Test func theEndOfARecordingComesAfterTheEndOfItsRoom() {
    var scene = Self.occupied()
    scene.feed(.intent(.egress(.begun(Self.wish()))), Self.report(1_001, .started))
    scene.feed(Scene.fact(1_005, .roomObserved(stage: .ended, endedAt: nil, endedBy: nil, reason: nil)))
    let sessions = scene.state.sessions
    #expect(scene.feed(Self.report(1_006, .ready(Self.file))) == ["recording.stopped", "recording.ready"])
    #expect(scene.feed(Self.report(1_005, .stopped)).isEmpty, "it does not go back")
    #expect(scene.state.egresses.map(\.state) == [.ready])
    #expect(scene.state.sessions == sessions && scene.state.openSession == nil)
  }

  @Test func aSessionsEndStopsWhatRunsInItOnce() throws {
    var scene = Self.occupied()
    scene.feed(
      .intent(
        .egress(
          .begun(
            Egress(
              id: "rec_a", plan: .recording(.room), source: .api, createdAt: Scene.time(1_000),
              session: scene.state.openSession?.id)))))
    scene.feed(Self.report(1_001, .started))
    let ended = scene.reduce([Scene.fact(1_005, .sessionEnded(vendorID: "s-1", reason: nil))])
    #expect(ended.directives.filter { $0 == .stopEgress("rec_a") }.count == 1)
    #expect(scene.state.egresses.map(\.state) == [.stopping])
    let again = scene.reduce([
      Scene.fact(1_005, .roomObserved(stage: .ended, endedAt: nil, endedBy: nil, reason: nil)),
      .intent(.ended(reason: "api", by: nil)), Scene.fact(1_005, .sessionEnded(vendorID: "s-1", reason: nil)),
    ])
    #expect(!again.directives.contains(.stopEgress("rec_a")))
    #expect(scene.feed(.intent(.egress(.gone("rec_a")))) == ["recording.stopped"])
    #expect(scene.feed(.intent(.egress(.gone("rec_a"))), Self.report(1_006, .stopped)).isEmpty)
    #expect(scene.state.egresses.map(\.state) == [.processing])
  }

  @Test func whatNeverRanIsLostAndTheNextMayBegin() {
    var scene = Self.occupied()
    scene.feed(.intent(.egress(.begun(Self.wish()))))
    #expect(scene.state.egress(inTheWayOf: .recording(.room))?.id == "rec_a")
    #expect(scene.feed(.intent(.egress(.gone("rec_a")))) == ["recording.failed"])
    #expect(scene.state.egresses.first?.reason == "lost")
    #expect(scene.state.egress(inTheWayOf: .recording(.room)) == nil)
    #expect(scene.feed(.intent(.egress(.gone("rec_a"))), .intent(.egress(.lost("rec_a")))).isEmpty)
  }

  @Test func aLostOneWhoseFileComesAllTheSameIsReady() {
    var scene = Self.occupied()
    scene.feed(.intent(.egress(.begun(Self.wish()))), Self.report(1_001, .started), Self.report(1_002, .stopped))
    #expect(scene.feed(.intent(.egress(.lost("rec_a")))) == ["recording.failed"])
    #expect(scene.feed(Self.report(1_009, .ready(Self.file))) == ["recording.ready"])
    #expect(scene.state.egresses.first?.reason == nil)
  }

  @Test func aStopThatCameTooEarlyIsDoneOnceItRuns() {
    var scene = Self.occupied()
    scene.feed(.intent(.egress(.begun(Self.wish()))), .intent(.egress(.stopWanted("rec_a", by: "bo"))))
    let started = scene.reduce([Self.report(1_001, .started), Self.report(1_001, .started)])
    #expect(started.directives.filter { $0 == .stopEgress("rec_a") }.count == 1)
    #expect(started.events.map(\.type) == ["recording.started"])
  }

  @Test func aVendorThatGivesNoIdsIsUnderstoodByTime() {
    var scene = Self.occupied()
    let hls = EgressPlan.hls
    scene.feed(.intent(.egress(.begun(Self.wish("brd_a", hls)))))
    #expect(scene.feed(Self.report(1_001, .started, nil, hls)) == ["broadcast.started", "broadcast.ready"])
    #expect(scene.feed(Self.report(1_001, .started, nil, hls)).isEmpty)
    #expect(scene.feed(Self.report(1_010, .stopped, nil, hls)) == ["broadcast.stopped"])
    #expect(scene.feed(Self.report(1_010, .stopped, nil, hls)).isEmpty, "nothing is made up for its end")
    scene.feed(.intent(.egress(.begun(Self.wish("brd_b", hls, at: 1_020)))))
    scene.feed(Self.report(1_021, .started, nil, hls))
    #expect(scene.feed(Self.report(1_010, .stopped, nil, hls)).isEmpty, "late news of the one before")
    #expect(scene.state.egresses.map(\.state) == [.stopped, .running])
  }

  @Test func theBeginningToldAgainAfterTheEndIsNoNewOne() {
    var scene = Self.occupied()
    #expect(scene.feed(Self.report(1_001, .started, nil, .hls)) == ["broadcast.started", "broadcast.ready"])
    #expect(scene.feed(Self.report(1_005, .stopped, nil, .hls)) == ["broadcast.stopped"])
    #expect(scene.feed(Self.report(1_001, .started, nil, .hls)).isEmpty)
    #expect(scene.feed(Self.report(1_005, .stopped, nil, .hls)).isEmpty)
    #expect(scene.state.runningSorts.isEmpty)
    #expect(scene.feed(Self.report(1_006, .started, nil, .hls)) == ["broadcast.started", "broadcast.ready"])
  }

  @Test func theLateBeginningOfWhatWasFoundIsThatOnes() {
    var scene = Self.occupied()
    let running = [EgressReport(.recording(.room), .started)]
    var snapshot = RoomSnapshot(asOf: scene.state.room.version, stage: .live, session: "s-1", isComplete: false)
    snapshot.egress = running
    #expect(scene.feed(Scene.fact(1_030, .snapshot(snapshot), source: .reconcile)) == ["recording.started"])
    #expect(scene.feed(Self.report(1_001, .started)).isEmpty)
    #expect(scene.feed(Self.report(1_001, .started)).isEmpty)
    #expect(scene.state.egresses.map(\.vendorID) == ["e-1"])
    #expect(scene.feed(Self.report(1_020, .stopped)).isEmpty, "it ran after that")
    #expect(scene.feed(Self.report(1_040, .stopped)) == ["recording.stopped"])
    #expect(scene.feed(Self.report(1_001, .started), Self.report(1_050, .ready(Self.file))) == ["recording.ready"])
    #expect(scene.state.egresses.count == 1)
  }

  @Test func aNameMayBeUsedAgain() {
    var scene = Self.occupied()
    let plan = EgressPlan.rtmp(destination: nil, fingerprint: nil)
    for start in [Int64(1_001), 1_011] {
      #expect(scene.feed(Self.report(start, .started, "out", plan)) == ["broadcast.started"])
      #expect(scene.feed(Self.report(start, .started, "out", plan)).isEmpty)
      #expect(scene.feed(Self.report(start + 5, .stopped, "out", plan)) == ["broadcast.stopped"])
    }
    #expect(scene.feed(Self.report(1_001, .started, "out", plan), Self.report(1_006, .stopped, "out", plan)).isEmpty)
    #expect(scene.feed(Self.report(1_021, .started, "out", plan)) == ["broadcast.started"])
    #expect(scene.feed(Self.report(1_016, .stopped, "out", plan)).isEmpty)
    #expect(scene.state.runningSorts == [.broadcast])
    #expect(scene.state.egresses.count == 3)
  }

  @Test func severalDestinationsRunBesideEachOther() {
    var scene = Self.occupied()
    func plan(_ print: String?) -> EgressPlan { .rtmp(destination: "rtmp://x/live", fingerprint: print) }
    for name in ["brd_a", "brd_b"] {
      var wish = Self.wish(name, plan(name))
      wish.vendorID = name
      scene.feed(.intent(.egress(.begun(wish))))
    }
    #expect(scene.state.egress(inTheWayOf: plan("brd_a"))?.id == "brd_a")
    #expect(scene.state.egress(inTheWayOf: plan("brd_c")) == nil)
    scene.feed(Self.report(1_001, .started, "brd_a", plan(nil)), Self.report(1_001, .started, "brd_b", plan(nil)))
    #expect(scene.feed(Self.report(1_002, .stopped, "brd_b", plan(nil))) == ["broadcast.stopped"])
    #expect(scene.state.egresses.map(\.state) == [.running, .stopped])
  }

  @Test func aNewOneTellsThatTheOneBeforeIsOver() {
    var scene = Self.occupied()
    scene.feed(Self.report(1_001, .started, "e-1"))
    let types = scene.feed(Self.report(1_050, .started, "e-2"))
    #expect(types == ["recording.stopped", "recording.started"])
    #expect(scene.state.egresses.map(\.vendorID) == ["e-1", "e-2"])
  }

  @Test func filesOfSinglePeopleComeWhileItRuns() {
    var scene = Self.occupied()
    let plan = EgressPlan.recording(.participant)
    func file(_ name: String) -> EgressFile { EgressFile(session: "s-1", name: name) }
    scene.feed(Self.report(1_001, .started, "e-1", plan))
    #expect(scene.feed(Self.report(1_002, .ready(file("ana")), "e-1", plan)).isEmpty)
    #expect(scene.state.egresses.map(\.state) == [.running])
    #expect(
      scene.feed(Self.report(1_003, .stopped, "e-1", plan)) == ["recording.stopped", "recording.ready"])
    #expect(scene.feed(Self.report(1_004, .ready(file("bo")), "e-1", plan)) == ["recording.ready"])
    #expect(scene.state.egresses.first?.files.map(\.name) == ["ana", "bo"])
  }

  @Test func readingTheRoomFindsWhatNoDeliveryTold() {
    var scene = Self.occupied()
    scene.feed(.intent(.egress(.begun(Self.wish()))))
    func shown(_ running: [EgressReport]?, asOf: Int64? = nil) -> RoomInput {
      var snapshot = RoomSnapshot(
        asOf: asOf ?? scene.state.room.version, stage: .live, session: "s-1", isComplete: false)
      snapshot.egress = running
      return Scene.fact(1_010, .snapshot(snapshot), source: .reconcile)
    }
    #expect(scene.feed(shown([])).isEmpty, "what is only starting may not show yet")
    #expect(scene.feed(shown([EgressReport(.recording(.room), .started)])) == ["recording.started"])
    #expect(scene.feed(shown([EgressReport(.recording(.room), .started)])).isEmpty)
    #expect(scene.feed(shown(nil)).isEmpty, "a vendor that does not tell says nothing")
    #expect(scene.feed(shown([], asOf: 1)).isEmpty, "what was read before it ran says nothing")
    #expect(scene.feed(shown([])) == ["recording.stopped"])
    #expect(scene.feed(shown([EgressReport(.recording(.room), .started)], asOf: 1)).isEmpty)
    #expect(
      scene.feed(shown([EgressReport(.hls, .started, playbackURL: "u")])) == ["broadcast.started", "broadcast.ready"])
    #expect(scene.state.egresses.last?.source == .reconcile)
  }

  @Test func theVendorsReportMayBeQuickerThanItsAnswer() {
    var scene = Self.occupied()
    #expect(scene.feed(Self.report(1_001, .started)) == ["recording.started"])
    #expect(scene.feed(.intent(.egress(.begun(Self.wish())))).isEmpty)
    #expect(scene.state.egresses.count == 1)
  }

  @Test func stoppingLiveEndsWhatIsNotKept() {
    var scene = Self.occupied()
    scene.feed(Self.report(1_001, .started), Self.report(1_001, .started, nil, .hls))
    let stopped = scene.reduce([.intent(.egress(.stoppingAll(but: [.broadcast], by: "nadia")))])
    #expect(stopped.directives.count == 1)
    #expect(scene.state.egresses.filter { $0.state == .stopping }.map(\.plan.sort) == [.recording])
  }

  @Test func deletedOnesStayDeleted() throws {
    var scene = Self.occupied()
    scene.feed(Self.report(1_001, .started), Self.report(1_002, .stopped), Self.report(1_003, .ready(Self.file)))
    let egress = try #require(scene.state.egresses.first)
    scene.feed(.intent(.egress(.deleted(egress))))
    let late = EgressFile(session: "s-1", name: "b.mp4")
    #expect(scene.feed(Self.report(1_009, .ready(late)), Self.report(1_001, .started)).isEmpty)
    #expect(scene.state.egresses.map(\.isDeleted) == [true])
    #expect(scene.state.egresses.first?.files == [])
  }

  @Test func aCaptionIsAnEvent() {
    var scene = Self.occupied()
    let caption = Caption(
      id: "cc-1", person: "ana", text: "Hello", language: "en", isFinal: nil, startedAt: nil, endedAt: nil)
    #expect(scene.feed(Scene.fact(1_001, .caption(caption))) == ["caption.received"])
  }

  /// A recording that was over before the next was wished for, and of which nothing was ever told until now.
  @Test func lateNewsGoesToTheOneItIsOf() {
    var scene = Self.occupied()
    scene.feed(.intent(.egress(.begun(Self.wish("rec_a", at: 1_000)))), .intent(.egress(.gone("rec_a"))))
    scene.feed(Self.report(1_001, .started, "e-1"))
    scene.feed(.intent(.egress(.begun(Self.wish("rec_b", at: 1_020)))))
    scene.feed(Self.report(1_050, .ready(Self.file), "e-1"), Self.report(1_021, .started, "e-2"))
    let bound = scene.state.egresses.filter { $0.vendorID == "e-2" }
    #expect(bound.map(\.id) == ["rec_b"])
    #expect(bound.first?.files.isEmpty == true)
  }

  /// Several recordings one after the other; what is told of them comes late, twice, in any order, or not at all. After a
  /// reading of the room the log has each life once and in order, and nothing runs that does not.
  @Test(arguments: 0..<8) func disorderTellsEachLifeOnce(_ batch: UInt64) {
    for seed in batch * 50..<(batch + 1) * 50 {
      var random = seed &* 6_364_136_223_846_793_005 &+ 1
      func roll(_ sides: UInt64) -> UInt64 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (random >> 33) % sides
      }
      var arrivals: [RoomInput] = []
      let count = Int(1 + roll(3))
      for number in 0..<count {
        let (begin, id) = (1_000 + Int64(number) * 100, "e-\(number)")
        let file = EgressFile(session: "s-1", name: id, startedAt: Scene.time(begin))
        for report in [
          Self.report(begin, .started, id), Self.report(begin + 20, .stopped, id),
          Self.report(begin + 50, .ready(file), id),
        ] {
          for _ in 0..<roll(3) { arrivals.insert(report, at: Int(roll(UInt64(arrivals.count) + 1))) }
        }
      }
      var scene = Self.occupied()
      scene.wait(until: 2_000)
      var events: [RoomEvent] = []
      for arrival in arrivals { events += scene.reduce([arrival]).events }
      var snapshot = RoomSnapshot(asOf: scene.state.room.version, stage: .live, session: "s-1", isComplete: false)
      snapshot.egress = []
      events += scene.reduce([Scene.fact(1_999, .snapshot(snapshot), source: .reconcile)]).events
      var told: [String: [EgressStep]] = [:]
      for event in events {
        if case .egress(let egress, let step) = event.detail { told[egress.vendorID ?? "?", default: []].append(step) }
      }
      let lives: Set<[EgressStep]> = [[.started, .stopped], [.started, .stopped, .ready]]
      for (id, steps) in told { #expect(lives.contains(steps), "seed \(seed): \(id) was told as \(steps)") }
      #expect(scene.state.egresses.allSatisfy { !$0.state.isActive }, "seed \(seed): something still runs")
      #expect(Set(scene.state.egresses.map(\.vendorID)).count == scene.state.egresses.count, "seed \(seed)")
    }
  }

  private static func untimed(
    _ at: Int64, _ step: EgressReport.Step, _ plan: EgressPlan = .recording(.room), vendorID: String? = nil
  ) -> RoomInput {
    .fact(
      Fact(
        occurredAt: Scene.time(at), isTimed: false, source: .webhook,
        .egress(EgressReport(plan, step, vendorID: vendorID))))
  }

  /// A vendor that neither numbers its recordings nor tells when they began may tell a beginning once more after the end.
  @Test func aBeginningThatIsToldAgainAfterTheEndIsNoSecondOne() {
    var scene = Self.occupied()
    scene.wait(until: 2_000)
    #expect(scene.feed(Self.untimed(1_001, .started)) == ["recording.started"])
    #expect(scene.feed(Self.untimed(1_030, .stopped)) == ["recording.stopped"])
    #expect(scene.feed(Self.untimed(1_031, .started)).isEmpty)
    #expect(scene.feed(Self.untimed(1_149, .started)).isEmpty)
    #expect(scene.state.egresses.map(\.state) == [.processing])
    #expect(scene.feed(Self.untimed(1_151, .started)) == ["recording.started"], "later it is another one")
  }

  /// What was asked for here is never taken for a repeat.
  @Test func aWishSoonAfterAnEndIsTold() {
    var scene = Self.occupied()
    scene.wait(until: 2_000)
    scene.feed(Self.untimed(1_001, .started), Self.untimed(1_030, .stopped))
    scene.feed(.intent(.egress(.begun(Self.wish("rec_b", at: 1_040)))))
    #expect(scene.feed(Self.untimed(1_041, .started)) == ["recording.started"])
    #expect(scene.state.resources["rec_b"]?.egress?.state == .running)
  }

  @Test func recordingsOfTwoPeopleAreTwo() {
    var scene = Self.occupied()
    let (ana, bo) = (
      EgressPlan.recording(.participant, participant: "c-1"), EgressPlan.recording(.participant, participant: "c-2")
    )
    scene.feed(.intent(.egress(.begun(Self.wish("rec_a", ana)))), .intent(.egress(.begun(Self.wish("rec_b", bo)))))
    #expect(scene.feed(Self.untimed(1_001, .started, ana)) == ["recording.started"])
    #expect(scene.state.resources["rec_a"]?.egress?.state == .running)
    #expect(scene.state.resources["rec_b"]?.egress?.state == .starting)
    #expect(scene.state.egress(inTheWayOf: .recording(.participant, participant: "c-3")) == nil)
    #expect(scene.state.egress(inTheWayOf: bo)?.id == "rec_b")
  }
}
