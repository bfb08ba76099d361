import ClientSupport
import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import ProgramTesting
import StructuredLogging
import Synchronization
import Testing

@testable import PolyAdapter

/// What a client of the vendor's must do, over sockets, in both dialects.
@Suite("A call, against a service")
struct AcceptanceTests {
  static let dialects = PolyDialect.allCases

  @Test("says everything in its order, and hangs up in order")
  func gatewayHappyPath() async throws {
    try await CallBench.running(.gateway) { bench in
      try await bench.connected()
      try await bench.holds("candidate sent") { bench.service.count("signalling ice-candidate") == 1 }
      await bench.call.end()
      try await bench.holds("closed") { bench.service.open == 0 }
      // What goes over one connection and what over another may be heard in either order.
      #expect(
        bench.service.said.filter { !$0.hasPrefix("messaging") } == [
          "POST access-token", "POST sessions", "socket messaging", "GET ice-servers", "socket signalling",
          "signalling offer", "signalling ice-candidate", "signalling close",
        ])
      #expect(bench.service.count("messaging EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION") == 1)
      #expect(bench.service.closures("signalling") == [1000] && bench.service.closures("messaging") == [1000])
    }
  }

  @Test("says everything in its order over the bridge, and hangs up in order")
  func bridgeHappyPath() async throws {
    try await CallBench.running(.bridge) { bench in
      try await bench.connected()
      try await bench.holds("events") { bench.service.count("events auth") == 1 }
      await bench.call.end()
      try await bench.holds("closed") { bench.service.open == 0 }
      let said = bench.service.said.filter { !$0.hasPrefix("messaging") && !$0.contains("events") }
      #expect(
        said == [
          "POST access-token", "POST sessions", "POST call", "socket messaging", "POST call/ID/sdp",
          "POST call/ID/sdp/pull", "POST call/ID/sdp/renegotiate", "DELETE call/ID",
        ])
      #expect(bench.service.closures("events") == [1000])
    }
  }

  @Test("blank tokens, and a custom environment without a host, are refused before anything is asked")
  func invalid() async throws {
    try await ScriptedPoly.running { service in
      let good = CallBench.configuration(service)
      let engine = SilentMediaEngine()
      var blank = good
      blank.apiKey = "  "
      var noToken = CallBench.options(service, .gateway, engine)
      noToken.webrtcToken = ""
      var noHost = CallBench.options(service, .gateway, engine)
      noHost.signalingHost = nil
      let wrong = [
        (blank, CallBench.options(service, .gateway, engine), "apiKey"), (good, noToken, "webrtcToken"),
        (good, noHost, "signalingHost"),
      ]
      for (config, options, name) in wrong {
        do {
          _ = try PolyVoice.call(config: config, options: options)
          Issue.record("\(name) is taken")
        } catch PolyError.invalidConfiguration(let text) {
          #expect(text.contains(name))
        }
      }
      _ = try PolyVoice.call(config: good, options: CallBench.options(service, .gateway, engine))
      #expect(service.requests.isEmpty)
    }
  }

  @Test("the messaging session is told the call that is offered", arguments: dialects)
  func link(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      try await bench.answered()
      let linked = bench.service.frames("messaging").first?["payload"]?["call_sid"]
      let offered = dialect == .gateway ? bench.service.frames("signalling").first?["callSid"] : "call-1"
      #expect(linked == offered && linked != nil)
    }
  }

  @Test("the vendor's candidates before its answer are taken behind it, in order")
  func earlyCandidates() async throws {
    try await CallBench.running(.gateway, Knobs(candidatesBeforeAnswer: 40, candidatesAfterAnswer: 3)) { bench in
      try await bench.answered()
      try await bench.holds("all candidates") { bench.media.remoteCandidates.count == 43 }
      #expect(bench.media.remoteCandidates.map(\.candidate) == (0..<43).map { "candidate:\($0)" })
    }
  }

  @Test("own candidates go behind the answer, in order, with its session; over the bridge they are in the offer")
  func ownCandidates() async throws {
    try await CallBench.running(.gateway, Knobs(offer: .never)) { bench in
      try await bench.started()
      for number in 1...5 { bench.media.report(.candidate(ICECandidate("candidate:own-\(number)"))) }
      try await bench.holds("offer heard") { bench.service.count("signalling offer") == 1 }
      let session: JSON = "signalling-x"
      bench.service.say(
        ["type": "answer", "sessionId": session, "data": ["sdp": .string(ScriptedPoly.answer())]], on: "signalling")
      try await bench.holds("candidates") { bench.service.count("signalling ice-candidate") == 6 }
      let sent = bench.service.frames("signalling").dropFirst()
      #expect(
        sent.dropFirst().compactMap { $0["data"]?["candidate"]?.stringValue } == (1...5).map { "candidate:own-\($0)" })
      #expect(sent.allSatisfy { $0["sessionId"] == session })
    }
    try await CallBench.running(.bridge) { bench in
      try await bench.answered()
      let offer = bench.service.requests.first { $0.head.path.hasSuffix("/sdp") }
      let body = try JSON.parse(offer?.body ?? [], mode: .strict)
      #expect(body["sdp"]?.stringValue?.contains("a=candidate:1 1 udp") == true && body["mid"] == "0")
    }
  }

  @Test("a socket that breaks is opened anew once, a second later, with no second offer; the call never knows")
  func reopened() async throws {
    try await CallBench.running(.gateway) { bench in
      try await bench.connected()
      let states = Collected(bench.call.states)
      bench.service.close("signalling", 1006)
      try await bench.pass(.seconds(1), for: .reconnect)
      try await bench.holds("open again") { bench.service.count("socket signalling") == 2 }
      bench.media.report(.candidate(ICECandidate("candidate:late")))
      try await bench.holds("goes on") {
        bench.service.frames("signalling").last?["data"]?["candidate"] == "candidate:late"
      }
      #expect(bench.service.count("signalling offer") == 1 && bench.call.state == .connected)
      await bench.call.end()
      #expect(await states.all() == [.connected, .ended])
    }
  }

  @Test("the loss of the bridge's events socket is the loss of the call")
  func eventsLost() async throws {
    try await CallBench.running(.bridge) { bench in
      try await bench.connected()
      try await bench.holds("events") { bench.service.count("events auth") == 1 }
      bench.service.close("events", 1006)
      try await bench.ends(.failed(.voice(.disconnected)))
      try await bench.holds("gone") { bench.service.count("DELETE call/ID") == 1 }
    }
  }

  @Test("the vendor's goodbye is the end, and nobody comes back", arguments: dialects)
  func goodbye(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      try await bench.connected()
      let role = dialect == .gateway ? "signalling" : "events"
      try await bench.holds("open") { bench.service.count("socket \(role)") == 1 }
      bench.service.close(role, 1000)
      try await bench.ends(.ended)
      await bench.call.end()
      #expect(bench.service.count("socket \(role)") == 1)
    }
  }

  @Test("a hang-up by a frame is the end as well")
  func closeFrame() async throws {
    try await CallBench.running(.gateway) { bench in
      try await bench.connected()
      bench.service.say(["type": "close", "sessionId": "signalling-1"], on: "signalling")
      try await bench.ends(.ended)
    }
  }

  @Test("a socket that is closed for good fails the call, before and after it was connected", arguments: [false, true])
  func closedForGood(_ isConnected: Bool) async throws {
    try await CallBench.running(.gateway) { bench in
      if isConnected { try await bench.connected() } else { try await bench.answered() }
      bench.service.close("signalling", 4001)
      try await bench.ends(
        .failed(isConnected ? .voice(.disconnected) : .voice(.signalingFailed("Signaling closed (4001)"))))
      await bench.call.end()
      #expect(bench.service.count("socket signalling") == 1)
    }
  }

  @Test("three openings that fail are enough, before and after being connected", arguments: [false, true])
  func exhausted(_ isConnected: Bool) async throws {
    try await CallBench.running(.gateway, Knobs(mostSignalling: 1)) { bench in
      if isConnected { try await bench.connected() } else { try await bench.answered() }
      let start = bench.time.monotonicNanoseconds
      bench.service.close("signalling", 1011)
      for seconds in [1, 2, 4] { try await bench.pass(.seconds(seconds), for: .reconnect) }
      try await bench.ends(
        .failed(isConnected ? .voice(.disconnected) : .voice(.signalingFailed("Signaling connection lost"))))
      #expect(bench.time.monotonicNanoseconds - start == 7_000_000_000)
      #expect(bench.service.requests.count { $0.head.path == "/api/v1/webrtc/signal" } == 4)
    }
  }

  @Test("nobody connected within 30 s is a time-out", arguments: dialects)
  func timedOut(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      try await bench.answered()
      await bench.advance(by: .milliseconds(29_999))
      #expect(bench.call.state == .connecting)
      await bench.advance(by: .milliseconds(1))
      try await bench.ends(.failed(.voice(.timedOut)))
    }
  }

  @Test("a gap of the media below 5 s is nothing; a longer one is the end, and a new call may be placed")
  func gaps() async throws {
    try await CallBench.running(.gateway) { bench in
      try await bench.connected()
      bench.media.report(.connection(.disconnected))
      try await bench.pass(.milliseconds(4_900), for: .grace)
      bench.media.report(.connection(.connected))
      try await bench.holds("back") { bench.call.driver.state.withLock { $0.machine.deadlines[.grace] == nil } }
      await bench.advance(by: .seconds(60))
      #expect(bench.call.state == .connected)
      bench.media.report(.connection(.disconnected))
      try await bench.pass(.seconds(5), for: .grace)
      try await bench.ends(.failed(.voice(.disconnected)))
      #expect(bench.call.error?.isRetryable == true)
    }
  }

  @Test("a gap of the media is left to the bridge")
  func bridgeGap() async throws {
    try await CallBench.running(.bridge) { bench in
      try await bench.connected()
      bench.media.report(.connection(.disconnected))
      bench.media.report(.interruption(.began))
      try await bench.holds("heard") { !bench.media.isMicrophoneOn }
      await bench.advance(by: .seconds(60))
      #expect(bench.call.state == .connected)
    }
  }

  @Test("a call that failed stays so when it is ended; one that is over does not start again", arguments: dialects)
  func failureStays(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect, Knobs(tokenStatuses: [403])) { bench in
      #expect(await bench.startFailure() == .auth(.unauthorized))
      #expect(bench.call.state == .failed(.auth(.unauthorized)))
      await bench.call.end()
      await bench.call.end()
      #expect(bench.call.state == .failed(.auth(.unauthorized)))
      #expect(await bench.startFailure() == .voice(.signalingFailed("The call is over: a new one is needed")))
      #expect(bench.call.state == .failed(.auth(.unauthorized)) && bench.service.said == ["POST access-token"])
    }
  }

  @Test("whoever looks late gets the present state first, and every stream ends with the call", arguments: dialects)
  func lateSubscribers(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      let first = Collected(bench.call.states)
      try await bench.connected()
      let late = Collected(bench.call.states)
      let audio = Collected(bench.call.audioStates)
      await bench.call.end()
      let last = Collected(bench.call.states)
      #expect(await first.all() == [.idle, .connecting, .connected, .ended])
      #expect(await late.all() == [.connected, .ended])
      #expect(await last.all() == [.ended])
      let sounds = await audio.all()
      #expect(sounds.map(\.selectedDevice) == [.speaker, nil])
    }
  }

  @Test(
    "what is muted before there is a track is muted from its beginning, and nothing is negotiated", arguments: dialects)
  func mutedEarly(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      await bench.call.setMuted(true)
      #expect(bench.call.isMuted)
      try await bench.connected()
      #expect(!bench.media.isMicrophoneOn && bench.media.isAgentHeard)
      let said = bench.service.said.filter { !$0.hasPrefix("events") && !$0.hasPrefix("socket events") }
      await bench.call.setMuted(false)
      #expect(bench.media.isMicrophoneOn && !bench.call.isMuted)
      #expect(bench.service.said.filter { !$0.hasPrefix("events") && !$0.hasPrefix("socket events") } == said)
    }
  }

  @Test("what stands in for the ICE servers, when there are none")
  func iceFallback() async throws {
    for ice in [Knobs.ICE.refused, .broken, .empty] {
      try await CallBench.running(.gateway, Knobs(ice: ice)) { bench in
        try await bench.connected()
        #expect(bench.media.servers == [ICEServer(urls: ["stun:stun.l.google.com:19302"])])
        #expect(bench.log.lines.contains { $0.contains("no ICE servers") })
      }
    }
    try await CallBench.running(.gateway, Knobs(ice: .silent)) { bench in
      let call = bench.call
      let start = Task { try await call.start() }
      try await bench.pass(.seconds(5), for: .request)
      try await start.value
      #expect(bench.media.servers == [ICEServer(urls: ["stun:stun.l.google.com:19302"])])
    }
  }

  @Test("ICE servers come with their credentials, from wherever the dialect has them", arguments: dialects)
  func iceServers(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      try await bench.answered()
      #expect(
        bench.media.servers
          == [ICEServer(urls: ["turn:turn.example:3478"], username: "u", credential: ScriptedPoly.turnPassword)])
    }
  }
}
