import MeetingCore
import ProviderTesting
import RoomReducer
import Testing

@Suite("Calls") struct CallTests {
  private static func scene() -> Scene { Scene(kind: .voiceCall, settings: RoomSettings(backstage: false)) }

  private static func start(_ id: String = "cal_1", _ caller: String? = "ana") -> RoomInput {
    .intent(.callStarted(VoiceCall(id: id, caller: caller, createdAt: Scene.time(10))))
  }

  private static func news(_ at: Int64, _ news: CallNews, of id: String = "cal_1") -> RoomInput {
    Scene.fact(at, .call(id, news), source: .socket)
  }

  private static func report(
    _ at: Int64, _ connection: CallReport.Connection? = nil, muted: Bool? = nil, audio: CallAudio? = nil
  ) -> RoomInput {
    news(at, .reported(CallReport(connection: connection, muted: muted, audio: audio)))
  }

  private static func running() -> Scene {
    var scene = scene()
    scene.feed(start())
    scene.feed(news(11, .answered))
    scene.feed(report(12, .connected))
    return scene
  }

  @Test func aCallGoesFromItsOfferToItsMedia() {
    var scene = Self.scene()
    #expect(scene.feed(Self.start()) == ["call.state_changed"])
    #expect(scene.state.openCall?.state == .connecting && scene.present.isEmpty)
    #expect(scene.feed(Self.news(11, .answered)) == ["session.started", "participant.joined"])
    #expect(scene.present == ["cal_1"])
    #expect(scene.state.participants["cal_1"]?.person == "ana")
    #expect(scene.feed(Self.news(11, .answered)).isEmpty)
    #expect(scene.feed(Self.report(12, .connected)).contains("call.state_changed"))
    #expect(scene.state.openCall?.state == .connected)
    #expect(scene.feed(Self.report(13, .connected)).isEmpty)
  }

  @Test func oneCallAtATime() {
    var scene = Self.running()
    #expect(scene.feed(Self.start("cal_2")).isEmpty)
    #expect(scene.state.call("cal_2") == nil)
    scene.feed(Self.news(20, .ended(.hungUp)))
    #expect(scene.feed(Self.start("cal_2")) == ["call.state_changed"])
    #expect(scene.state.latestCall?.id == "cal_2")
  }

  @Test func onlyVoiceCallRoomsHaveCalls() {
    var scene = Scene(kind: .meeting)
    #expect(scene.feed(Self.start()).isEmpty)
    #expect(scene.state.resources.isEmpty)
  }

  @Test func nobodyConnectsBeforeTheAnswer() {
    var scene = Self.scene()
    scene.feed(Self.start())
    #expect(scene.feed(Self.report(11, .connected)).isEmpty)
    #expect(scene.feed(Self.report(11, .failed)).isEmpty)
    #expect(scene.state.openCall?.state == .connecting)
    #expect(scene.feed(Self.report(11, muted: true)) == ["call.audio_changed"])
  }

  @Test(arguments: [
    (CallReport.Connection.failed, true, CallError.Code.disconnected, true), (.failed, false, .mediaFailed, false),
    (.interrupted, true, .interrupted, true), (.interrupted, false, .interrupted, true),
  ])
  func mediaThatAreLostFailIt(
    _ report: CallReport.Connection, _ stood: Bool, _ code: CallError.Code, _ isRetryable: Bool
  ) {
    var scene = Self.scene()
    scene.feed(Self.start())
    scene.feed(Self.news(11, .answered))
    if stood { scene.feed(Self.report(12, .connected)) }
    let events = scene.feed(Self.report(13, report))
    #expect(events == ["call.state_changed", "participant.left", "session.ended"])
    let call = scene.state.call("cal_1")
    #expect(call?.state == .failed && call?.error?.code == code && call?.error?.isRetryable == isRetryable)
    #expect(scene.state.participants["cal_1"]?.leaveReason == .aborted)
  }

  @Test func aMomentWithoutMediaChangesNothing() {
    var scene = Self.running()
    #expect(!scene.feed(Self.report(13, .disconnected)).contains("call.state_changed"))
    #expect(scene.state.openCall?.connection == .disconnected)
    #expect(!scene.feed(Self.report(14, .connected)).contains("call.state_changed"))
    #expect(scene.state.openCall?.state == .connected)
  }

  @Test func whatIsOverStaysAsItWas() {
    var scene = Self.running()
    scene.feed(Self.news(13, .failed(CallError(.timedOut, "late", isRetryable: false))))
    let late: [RoomInput] = [
      Self.news(14, .ended(.hungUp)), Self.news(14, .answered), Self.report(14, .connected, muted: true),
      Self.news(14, .offered(generation: 1)), Self.news(14, .agent(.joined(connection: nil))),
      Self.news(14, .wished(CallWish(muted: true))),
    ]
    let reduction = scene.reduce(late)
    #expect(reduction.events.isEmpty && reduction.directives.isEmpty)
    #expect(scene.state.call("cal_1")?.state == .failed)
    #expect(scene.state.participants["cal_1"]?.leaveReason == .timeout)
  }

  @Test func theAgentIsThereAsItIsTold() {
    var scene = Self.running()
    #expect(scene.feed(Self.news(13, .agent(.joined(connection: nil)))) == ["participant.joined", "agent.joined"])
    let agent = scene.state.connected.first { $0.role == .agent }
    #expect(agent != nil && agent?.person == nil)
    #expect(scene.feed(Self.news(13, .agent(.joined(connection: nil)))).isEmpty)
    let words = AgentNews.transcript(item: "i", speaker: .agent, text: "hello", isFinal: true)
    #expect(scene.feed(Self.news(14, .agent(words))) == ["agent.transcript"])
    #expect(scene.feed(Self.news(15, .agent(.left(reason: nil)))) == ["participant.left", "agent.left"])
    #expect(scene.feed(Self.news(15, .agent(.left(reason: nil)))).isEmpty)
    #expect(scene.feed(Self.news(16, .agent(.joined(connection: nil)))) == ["participant.joined", "agent.joined"])
    #expect(
      scene.feed(Self.news(17, .ended(.closed))) == [
        "call.state_changed", "participant.left", "agent.left", "participant.left", "session.ended",
      ])
    #expect(scene.present.isEmpty && scene.state.openSession == nil)
  }

  @Test func aLockKeepsNoAgentOut() {
    var scene = Self.running()
    scene.feed(.intent(.locked(by: nil)))
    let reduction = scene.reduce([Self.news(13, .agent(.joined(connection: nil)))])
    #expect(reduction.directives.isEmpty)
  }

  @Test func audioIsAsItIsReported() {
    var scene = Self.running()
    let speaker = CallAudio(available: [AudioDevice(id: "s", kind: .speakerphone)], selected: "s")
    #expect(scene.feed(Self.report(13, muted: true, audio: speaker)).contains("call.audio_changed"))
    #expect(scene.state.participants["cal_1"]?.tracks[.audio]?.muted == true)
    #expect(scene.feed(Self.report(14, muted: true, audio: speaker)).isEmpty)
    #expect(scene.feed(Self.news(15, .wished(CallWish(muted: false)))) == ["call.requested"])
    #expect(scene.state.openCall?.muted == true)
    #expect(scene.feed(Self.report(16, muted: false)).contains("participant.unmuted"))
    #expect(scene.state.openCall?.audio == speaker)
  }

  @Test func offersAreCounted() {
    var scene = Self.running()
    #expect(scene.feed(Self.news(13, .offered(generation: 1))) == ["call.offer"])
    #expect(scene.feed(Self.news(13, .offered(generation: 1))).isEmpty)
    #expect(scene.feed(Self.news(14, .offered(generation: 2))) == ["call.offer"])
  }

  @Test func theRoomsEndIsTheCalls() {
    var scene = Self.running()
    scene.feed(Self.news(13, .agent(.joined(connection: nil))))
    let reduction = scene.reduce([.intent(.ended(reason: "api", by: nil))])
    #expect(
      reduction.events.map(\.type) == [
        "call.state_changed", "participant.left", "agent.left", "participant.left", "session.ended", "room.ended",
      ])
    #expect(reduction.directives.contains(.hangUp(call: "cal_1")))
    #expect(scene.state.call("cal_1")?.ending == .roomEnded)
    #expect(scene.feed(Self.start("cal_2")).isEmpty)
  }

  @Test func whoeverIsRemovedTakesTheCallAlong() {
    var scene = Self.running()
    let reduction = scene.reduce([
      .intent(.removed(connections: ["cal_1"], person: "ana", rejoin: .none, by: "nadia"))
    ])
    #expect(
      reduction.events.map(\.type) == [
        "participant.removed", "participant.left", "call.state_changed", "session.ended",
      ])
    #expect(reduction.directives == [.hangUp(call: "cal_1")])
    #expect(scene.state.call("cal_1")?.ending == .removed)
  }

  @Test func somebodyBannedMeanwhileIsNotLetIn() {
    var scene = Self.scene()
    scene.feed(Self.start())
    scene.feed(.intent(.banned(Ban(person: "ana", by: nil))))
    let reduction = scene.reduce([Self.news(11, .answered)])
    #expect(reduction.directives == [.expel(connection: "cal_1", person: "ana", reason: .banned)])
    scene.feed(.intent(.expelled(connection: "cal_1")))
    #expect(scene.state.call("cal_1")?.ending == .notAdmitted)
  }

  @Test func everyCallIsASessionOfItsOwn() {
    var scene = Self.running()
    scene.feed(Self.news(13, .ended(.hungUp)))
    scene.feed(Self.start("cal_2"))
    #expect(scene.feed(Self.news(14, .answered, of: "cal_2")) == ["session.started", "participant.joined"])
    #expect(scene.state.sessions.count == 2)
  }

  /// Whatever comes in whatever order: one open call at most, and nobody is there without one.
  @Test(arguments: 0..<40) func disorderLeavesNobodyBehind(_ seed: Int) {
    var numbers = SplitMix(seed: UInt64(seed))
    var scene = Self.scene()
    for at in Int64(11)..<Int64(60) {
      let id = "cal_\(numbers.next() % 3)"
      let news: [CallNews] = [
        .answered, .reported(CallReport(connection: .connected)), .reported(CallReport(connection: .failed)),
        .reported(CallReport(connection: .disconnected, muted: true)), .ended(.closed),
        .agent(.joined(connection: nil)), .agent(.left(reason: nil)), .offered(generation: Int(at)),
      ]
      scene.feed(Self.start(id))
      scene.feed(Self.news(at, news[Int(numbers.next() % UInt64(news.count))], of: id))
      let open = scene.state.resources.values.filter { if case .call(let call) = $0 { call.isOpen } else { false } }
      #expect(open.count <= 1)
      #expect(open.isEmpty == (scene.state.openCall == nil))
      #expect(scene.present.allSatisfy { $0.hasPrefix(scene.state.openCall?.id ?? "-") })
      #expect(scene.present.isEmpty == (scene.state.openSession == nil) || scene.present.count <= 2)
    }
  }
}
