import Clocks
import HTTPTypes
import JSONCoding
import MeetingCore
import ProgramTesting
import Testing

@testable import PolyAdapter

/// Each statement of the vendor's page on voice calls, one by one.
@Suite("What the vendor's page says")
struct StatementTests {
  @Test("two distinct tokens: the connector's opens the session and goes nowhere else", arguments: PolyDialect.allCases)
  func twoTokens(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      try await bench.connected()
      let holding = bench.service.requests.filter { Self.text($0).contains(ScriptedPoly.connectorToken) }
      #expect(holding.map(\.head.path) == ["/api/v1/access-token"])
      #expect(holding.first?.head.fields["X-Token"] == ScriptedPoly.connectorToken)
    }
  }

  @Test("the web calling token opens the ICE fetch and the offer; over the bridge, only the call")
  func webToken() async throws {
    try await CallBench.running(.gateway) { bench in
      try await bench.connected()
      let holding = bench.service.requests.filter { Self.text($0).contains(ScriptedPoly.webToken) }
      #expect(holding.map(\.head.path) == ["/api/v1/ice-servers"])
      let frames = bench.service.frames("signalling").filter { $0.text().contains(ScriptedPoly.webToken) }
      #expect(frames.map { $0["type"] } == ["offer"] && frames.first?["authToken"] == .string(ScriptedPoly.webToken))
    }
    try await CallBench.running(.bridge) { bench in
      try await bench.connected()
      let holding = bench.service.requests.filter { Self.text($0).contains(ScriptedPoly.webToken) }
      #expect(holding.map(\.head.path) == ["/api/v1/call"])
    }
  }

  private static func text(_ request: HTTPRequest) -> String {
    let head = request.head
    let fields = head.fields.entries.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    return "\(head.path)?\(head.query ?? "")\n\(fields)\n\(String(decoding: request.body, as: UTF8.self))"
  }

  @Test("building asks nothing of the network, and checks the tokens")
  func building() async throws {
    try await CallBench.running(.gateway) { bench in
      #expect(bench.call.state == .idle && bench.service.requests.isEmpty && bench.call.driver.taskCount == 0)
    }
    #expect(throws: PolyError.invalidConfiguration("webrtcToken is blank")) {
      _ = try PolyVoice.call(config: Configuration(apiKey: "c"), options: VoiceOptions(webrtcToken: ""))
    }
  }

  @Test("a custom environment without a signalling host is refused")
  func customWithoutHost() {
    let custom = PolyEnvironment.custom(restBaseURL: "https://a.example/api", wsBaseURL: "wss://a.example/ws")
    #expect(throws: PolyError.self) {
      _ = try PolyVoice.call(
        config: Configuration(apiKey: "c", environment: custom), options: VoiceOptions(webrtcToken: "w"))
    }
  }

  @Test("idle, connecting, connected, ended; active are two of them", arguments: PolyDialect.allCases)
  func states(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      let states = Collected(bench.call.states)
      try await bench.connected()
      await bench.call.end()
      #expect(await states.all() == [.idle, .connecting, .connected, .ended])
    }
    let active: [CallState] = [.connecting, .connected]
    let others: [CallState] = [.idle, .ended, .failed(.voice(.timedOut))]
    #expect(active.allSatisfy { $0.isActive } && others.allSatisfy { !$0.isActive })
  }

  @Test("late subscribers get the current state first")
  func late() async throws {
    try await CallBench.running(.gateway) { bench in
      try await bench.connected()
      var iterator = bench.call.states.makeAsyncIterator()
      #expect(await iterator.next() == .connected)
    }
  }

  @Test("a failed call lands on failed, with the error that its start throws", arguments: PolyDialect.allCases)
  func failed(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect, Knobs(sessionStatuses: [403])) { bench in
      let error = await bench.startFailure()
      #expect(error == .auth(.unauthorized) && bench.call.state == .failed(.auth(.unauthorized)))
    }
  }

  @Test("starting fetches ICE servers, offers, takes the answer and trickles, with a fallback built in")
  func starting() async throws {
    try await CallBench.running(.gateway, Knobs(ice: .empty)) { bench in
      try await bench.connected()
      try await bench.holds("trickled") {
        bench.service.count("signalling ice-candidate") == 1 && bench.media.remoteCandidates.count == 1
      }
      #expect(bench.media.servers == [ICEServer(urls: ["stun:stun.l.google.com:19302"])])
    }
  }

  @Test(
    "drops and interruptions are their own errors, and a new call may be placed after them",
    arguments: PolyDialect.allCases)
  func drops(_ dialect: PolyDialect) async throws {
    for (event, error) in [
      (CallMediaEvent.connection(.failed), PolyError.voice(.disconnected)),
      (.interruption(.endedStop), .voice(.interrupted)),
    ] {
      try await CallBench.running(dialect) { bench in
        try await bench.connected()
        bench.media.report(event)
        try await bench.ends(.failed(error))
        #expect(error.isRetryable)
      }
    }
  }

  @Test("transient drops are mended unseen, before the call is given up")
  func mended() async throws {
    try await CallBench.running(.gateway) { bench in
      try await bench.connected()
      for number in 2...3 {
        bench.service.close("signalling", 1011)
        try await bench.pass(.seconds(number - 1), for: .reconnect)
        try await bench.holds("mended") { bench.service.count("socket signalling") == number }
      }
      #expect(bench.call.state == .connected)
    }
  }

  @Test("ending is safe at any time, also before the start and again after the end")
  func ending() async throws {
    try await CallBench.running(.gateway) { bench in
      await bench.call.end()
      #expect(bench.call.state == .idle)
      try await bench.connected()
      await bench.call.end()
      await bench.call.end()
      #expect(bench.call.state == .ended)
    }
  }

  @Test("mute takes the local track away and leaves the agent's; nothing is negotiated")
  func mute() async throws {
    try await CallBench.running(.gateway) { bench in
      try await bench.connected()
      try await bench.holds("quiet") { bench.service.count("signalling ice-candidate") == 1 }
      for isMuted in [true, false, true] {
        await bench.call.setMuted(isMuted)
        #expect(bench.media.isMicrophoneOn != isMuted && bench.media.isAgentHeard && bench.call.isMuted == isMuted)
      }
      #expect(bench.service.count("signalling offer") == 1)
    }
  }

  @Test("audio is empty until engaged, automatic for nil, and moved only when a snapshot says so")
  func audio() async throws {
    try await CallBench.running(.gateway) { bench in
      let call = bench.call
      #expect(call.audioState == .empty)
      await call.setAudioDevice(AudioDevice(kind: .earpiece, name: "", id: "builtin.earpiece"))
      try await bench.connected()
      #expect(call.audioState.selectedDevice?.kind == .speakerphone)
      let earpiece = try #require(call.audioState.availableDevices.first { $0.kind == .earpiece })
      await call.setAudioDevice(earpiece)
      #expect(call.audioState.selectedDevice?.kind == .speakerphone)
      await bench.advance(by: .milliseconds(50))
      try await bench.holds("moved") { call.audioState.selectedDevice == earpiece }
      await call.setAudioDevice(nil)
      await bench.advance(by: .milliseconds(50))
      try await bench.holds("automatic") { call.audioState.selectedDevice?.kind == .speakerphone }
    }
  }

  @Test("without an accessory a call sounds on the speaker, or on the earpiece where that is asked for")
  func speakerphone() async throws {
    try await ScriptedPoly.running { service in
      for isSpeaker in [true, false] {
        var options = CallBench.options(service, .gateway, SilentMediaEngine())
        options.speakerphone = isSpeaker
        let call = try PolyVoice.call(config: CallBench.configuration(service), options: options)
        try await call.start()
        #expect(call.audioState.selectedDevice?.kind == (isSpeaker ? .speakerphone : .earpiece))
        await call.end()
      }
      #expect(VoiceOptions(webrtcToken: "w").speakerphone)
    }
  }

  @Test("whether it is muted is a plain value")
  func plainMuted() async throws {
    try await CallBench.running(.gateway) { bench in
      let isMuted: Bool = bench.call.isMuted
      #expect(!isMuted)
    }
  }
}
