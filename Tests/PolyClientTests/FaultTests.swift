import Clocks
import JSONCoding
import ProgramTesting
import StructuredLogging
import Testing

@testable import PolyAdapter

/// Each thing that a service can do wrong, and where the call must be in the end.
@Suite("A service with a fault")
struct FaultTests {
  @Test("the REST side: refused, limited, down", arguments: PolyDialect.allCases)
  func rest(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect, Knobs(tokenStatuses: [401])) { bench in
      #expect(await bench.startFailure() == .auth(.unauthorized))
    }
    try await CallBench.running(dialect, Knobs(sessionStatuses: [400])) { bench in
      #expect(await bench.startFailure() == .session(.sessionCreationFailed(.unknown)))
    }
    try await CallBench.running(dialect, Knobs(tokenStatuses: [429], sessionStatuses: [500, 502], retryAfter: "7")) {
      bench in
      let call = bench.call
      let start = Task { try await call.start() }
      for seconds in [7, 1, 1] { try await bench.pass(.seconds(seconds), for: .retry) }
      try await start.value
      #expect(bench.time.monotonicNanoseconds == 9_000_000_000 && bench.service.count("POST sessions") == 3)
    }
    try await CallBench.running(dialect, Knobs(tokenStatuses: [500, 500, 500, 503])) { bench in
      let start = Task { await bench.startFailure() }
      for _ in 1...3 { try await bench.pass(.seconds(1), for: .retry) }
      #expect(await start.value == .transport(.networkError("HTTP 503")))
      #expect(bench.service.count("POST access-token") == 4)
    }
  }

  @Test("the messaging socket: refused, silent, odd", arguments: PolyDialect.allCases)
  func messaging(_ dialect: PolyDialect) async throws {
    for (status, error) in [
      (401, PolyError.auth(.unauthorized)), (404, .transport(.networkError("the messaging socket is refused (404)"))),
    ] {
      try await CallBench.running(dialect, Knobs(refusesMessaging: status)) { bench in
        #expect(await bench.startFailure() == error)
      }
    }
    try await CallBench.running(dialect, Knobs(sessionStart: .never)) { bench in
      let start = Task { await bench.startFailure() }
      try await bench.pass(.seconds(15), for: .sessionStart)
      #expect(await start.value == .voice(.timedOut) && bench.call.state == .failed(.voice(.timedOut)))
    }
    for start in [Knobs.SessionStart.batchOfTwo, .withoutTime] {
      try await CallBench.running(dialect, Knobs(sessionStart: start, saysNonsense: true)) { bench in
        try await bench.connected()
      }
    }
  }

  @Test("a messaging socket that is lost in the call changes nothing", arguments: PolyDialect.allCases)
  func messagingLost(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      try await bench.connected()
      bench.service.close("messaging", 1006)
      try await bench.holds("noticed") { bench.log.lines.contains { $0.contains("no transcript") } }
      #expect(bench.call.state == .connected)
    }
  }

  @Test(
    "an offer that is refused, for each of the codes",
    arguments: [
      "UNAUTHORIZED", "FORBIDDEN", "INVALID_ARGUMENT", "INVALID_MESSAGE", "HANDLER_ERROR", "MEDIA_BRIDGE_FAILURE",
      "AGENT_FAILURE",
    ])
  func refusedOffer(_ code: String) async throws {
    let message = "no, not with \(ScriptedPoly.webToken)"
    try await CallBench.running(.gateway, Knobs(offer: .refused(code: code, message: message))) { bench in
      _ = await bench.startFailure()
      try await bench.ends(.failed(.voice(.signalingFailed("no, not with <redacted>"))))
      #expect(bench.call.driver.status.failure?.code == code)
    }
  }

  @Test("answers: without a session, none at all, one that makes no sense")
  func answers() async throws {
    try await CallBench.running(.gateway, Knobs(offer: .withoutSession)) { bench in
      try await bench.connected()
      await bench.call.end()
      #expect(bench.service.count("signalling ice-candidate") == 0 && bench.service.count("signalling close") == 0)
    }
    try await CallBench.running(.gateway, Knobs(offer: .never)) { bench in
      try await bench.started()
      await bench.advance(by: .seconds(30))
      try await bench.ends(.failed(.voice(.timedOut)))
    }
    try await CallBench.running(.gateway, Knobs(offer: .oddAnswer)) { bench in
      try await bench.started()
      try await bench.ends(
        .failed(.voice(.mediaFailed("Failed to apply answer: the description has no audio"))))
    }
  }

  @Test(
    "sockets that break before or behind the answer, once, twice and too often",
    arguments: [
      (1, true), (1, false), (2, true), (3, true),
    ])
  func dropped(_ times: Int, _ isBeforeAnswer: Bool) async throws {
    // A delivered offer is not said again: whoever drops it before answering must be asked for an answer by nobody.
    let drop = Knobs.Drop(code: 1006, times: times, isBeforeAnswer: isBeforeAnswer)
    try await CallBench.running(.gateway, Knobs(drop: drop)) { bench in
      try await bench.started()
      try await bench.pass(.seconds(1), for: .reconnect)
      try await bench.holds("open again") { bench.service.count("socket signalling") == 2 }
      if isBeforeAnswer {
        bench.service.say(
          ["type": "answer", "sessionId": "s", "data": ["sdp": .string(ScriptedPoly.answer())]], on: "signalling")
      }
      try await bench.holds("answered") { bench.media.isAccepted }
      bench.media.report(.connection(.connected))
      try await bench.ends(.connected)
      #expect(bench.service.count("signalling offer") == 1)
    }
  }

  @Test(
    "codes that are for good, behind the answer", arguments: [1002, 1003, 1008, 1009, 4000, 4001, 4999] as [UInt16])
  func terminal(_ code: UInt16) async throws {
    let drop = Knobs.Drop(code: code, times: 1, isBeforeAnswer: false)
    try await CallBench.running(.gateway, Knobs(drop: drop)) { bench in
      try await bench.started()
      try await bench.ends(.failed(.voice(.signalingFailed("Signaling closed (\(code))"))))
    }
  }

  @Test("every route of the bridge refuses: the call fails with its name, but for the last")
  func bridgeRoutes() async throws {
    for (route, status, text) in [
      ("provision", 401, "rejected the call credentials (401)"), ("provision", 503, "failed (503)"),
      ("sdp", 401, "rejected the call credentials (401)"), ("sdp", 502, "failed (502)"),
    ] {
      try await CallBench.running(.bridge, Knobs(bridgeStatuses: [route: status])) { bench in
        #expect(await bench.startFailure() == .voice(.signalingFailed("Bridge \(route) \(text)")))
        await bench.call.end()
        #expect(bench.service.count("DELETE call/ID") == (route == "provision" ? 0 : 1))
      }
    }
    for (route, status) in [("pull", 409), ("renegotiate", 500)] {
      try await CallBench.running(.bridge, Knobs(bridgeStatuses: [route: status])) { bench in
        try await bench.answered()
        bench.media.report(.connection(.connected))
        try await bench.ends(.failed(.voice(.signalingFailed("Bridge \(route) failed (\(status))"))))
      }
    }
    try await CallBench.running(.bridge, Knobs(bridgeStatuses: ["delete": 500])) { try await $0.connected() }
  }

  @Test("a bridge that is silent has 15 s; one without events goes on without")
  func bridgeSilence() async throws {
    for route in ["provision", "sdp"] {
      try await CallBench.running(.bridge, Knobs(bridgeIsSilentAt: route)) { bench in
        let start = Task { await bench.startFailure() }
        let asked = route == "sdp" ? "POST call/ID/sdp" : "POST call"
        try await bench.holds("asked") { bench.service.count(asked) == 1 }
        try await bench.pass(.seconds(15), for: .request)
        #expect(await start.value == .voice(.signalingFailed("Bridge \(route) failed (timeout)")))
      }
    }
    try await CallBench.running(.bridge, Knobs(hasEvents: false)) { bench in
      try await bench.connected()
      #expect(bench.service.count("socket events") == 0)
    }
  }

  @Test("barge-in, unmute, and five fetches of the agent's voice")
  func bridgeEvents() async throws {
    try await CallBench.running(.bridge) { bench in
      try await bench.connected()
      try await bench.holds("events") { bench.service.count("events auth") == 1 }
      bench.service.say(["event": "barge-in-user"], on: "events")
      try await bench.holds("silenced") { !bench.media.isAgentHeard }
      for _ in 1...5 { bench.service.say(["event": "repull"], on: "events") }
      try await bench.holds("fetched") { bench.service.count("POST call/ID/sdp/renegotiate") == 6 }
      #expect(bench.service.said.filter { $0.contains("/sdp/") } == Self.pulls(6))
      #expect(!bench.media.isAgentHeard && bench.media.isMicrophoneOn)
      bench.service.say(["event": "unmute"], on: "events")
      try await bench.holds("heard again") { bench.media.isAgentHeard }
    }
  }

  private static func pulls(_ count: Int) -> [String] {
    (0..<count).flatMap { _ in ["POST call/ID/sdp/pull", "POST call/ID/sdp/renegotiate"] }
  }

  @Test("media that fails, closes, or is taken away", arguments: PolyDialect.allCases)
  func media(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      try await bench.answered()
      bench.media.report(.connection(.failed))
      try await bench.ends(.failed(.voice(.mediaFailed("Peer connection failed"))))
    }
    try await CallBench.running(dialect) { bench in
      try await bench.connected()
      bench.media.report(.connection(.failed))
      try await bench.ends(.failed(.voice(.disconnected)))
    }
    try await CallBench.running(dialect) { bench in
      try await bench.connected()
      bench.media.report(.interruption(.began))
      try await bench.holds("muted") { !bench.media.isMicrophoneOn && !bench.call.isMuted }
      bench.media.report(.interruption(.endedResume))
      try await bench.holds("back") { bench.media.isMicrophoneOn }
      bench.media.report(.interruption(.endedStop))
      try await bench.ends(.failed(.voice(.interrupted)))
      #expect(bench.call.error?.isRetryable == true)
    }
  }

  @Test("nobody is there at all")
  func nobody() async throws {
    try await CallBench.running(.gateway, Knobs(mostSignalling: 0)) { bench in
      let start = Task { await bench.startFailure() }
      for seconds in [1, 2, 4] { try await bench.pass(.seconds(seconds), for: .reconnect) }
      #expect(await start.value == .voice(.signalingFailed("Signaling connection lost")))
    }
  }
}

extension CallStatus {
  var failure: CallFailure? { if case .failed(let failure) = self { failure } else { nil } }
}
