import Cryptography
import JSONCoding
import MeetingCore
import ProgramTesting
import Testing

@testable import PolyAdapter
@testable import PolyMock

/// Calls for the gateway over the mock, in both dialects.
@Suite("Poly's calls for the gateway")
struct CallHostingTests {
  @Test("an offer is answered, and hanging up leaves neither call nor socket", arguments: PolyDialect.allCases)
  func answered(_ dialect: PolyDialect) async throws {
    try await ProviderBench.running(dialect) { bench in
      try await bench.calling { line in
        #expect(await eventually { line.answer != nil })
        guard case .iceServers(let servers) = line.signals.first else {
          Issue.record("the servers were not told before the answer")
          return
        }
        #expect(!servers.isEmpty)
        #expect(await bench.latest["ended_at"] == .null)
      }
      #expect(await eventually { await bench.latest["ended_at"] != .null })
      #expect(await eventually { await bench.openSockets == 0 })
    }
  }

  @Test("the gateway's call has the id that names its room, in the offer and in the link")
  func named() async throws {
    try await ProviderBench.running(.gateway) { bench in
      try await bench.calling { line in
        #expect(await eventually { line.answer != nil })
        let call = await bench.latest
        #expect(call["call_sid"]?.stringValue == ProviderBench.room.key + ".cal_1")
        #expect(call["linked_session_id"] != .null)
      }
    }
  }

  @Test("candidates go both ways in their order, and the last of the vendor's is told")
  func trickled() async throws {
    var options = PolyMockOptions()
    options.candidatesAfterAnswer = 3
    try await ProviderBench.running(.gateway, options) { bench in
      try await bench.calling { line in
        for number in 1...5 { line.ask(.candidate(Self.candidate(number))) }
        line.ask(.candidatesEnded)
        #expect(await eventually { line.signals.last == .candidatesEnded })
        let theirs = line.signals.filter { if case .candidate = $0 { true } else { false } }
        #expect(theirs.count == 3)
        #expect(
          await eventually {
            let items = await bench.control("GET", "calls/latest/candidates").json["items"]?.arrayValue ?? []
            return items.map { $0["candidate"]?.stringValue } == (1...5).map { Self.candidate($0).candidate }
          })
      }
    }
  }

  @Test("the bridge is offered what was gathered, and its own offer is answered by the caller")
  func renegotiated() async throws {
    try await ProviderBench.running(.bridge) { bench in
      try await bench.calling { line in
        line.ask(.candidate(Self.candidate(1)))
        line.ask(.candidatesEnded)
        #expect(await eventually { line.answer != nil })
        #expect(line.signals.last == .candidatesEnded)
        let offered = await bench.control("GET", "calls/latest/offer").json["sdp"]?.stringValue
        #expect(offered?.contains(Self.candidate(1).candidate) == true)
        #expect(line.offers.isEmpty)
        #expect(await bench.control("POST", "calls/latest/media", ["state": "connected"]).status == 204)
        line.ask(.media(.connected))
        #expect(await eventually { line.offers.count == 1 })
        line.ask(.answer(SessionText(Self.answer(to: line.offers.first ?? ""))))
        #expect(await eventually { await bench.latest["renegotiated"]?.boolValue == true })
        #expect(await eventually { line.news.first == .joined(connection: nil) })
      }
    }
  }

  @Test("what the agent and the caller say is told, and the agent is there once", arguments: PolyDialect.allCases)
  func spoken(_ dialect: PolyDialect) async throws {
    try await ProviderBench.running(dialect) { bench in
      try await bench.calling { line in
        line.ask(.candidatesEnded)
        #expect(await eventually { line.answer != nil })
        _ = await bench.control("POST", "calls/latest/media", ["state": "connected"])
        line.ask(.media(.connected))
        let said: JSON = ["text": "in four pieces as it were", "chunks": 4]
        #expect(await bench.control("POST", "calls/latest/say", said).status == 204)
        #expect(await bench.control("POST", "calls/latest/say", ["by": "user", "text": "thanks"]).status == 204)
        #expect(await eventually { line.news.contains { Self.isSaid("thanks", .user, $0) } })
        #expect(line.news.contains { Self.isSaid("in four pieces as it were", .agent, $0) })
        #expect(line.news.count { $0 == .joined(connection: nil) } == 1)
      }
    }
  }

  @Test(
    "what the caller reports ends the call as it must",
    arguments: [(CallReport.Connection.failed, CallError.Code.mediaFailed), (.interrupted, .interrupted)])
  func reported(_ report: CallReport.Connection, _ code: CallError.Code) async throws {
    try await ProviderBench.running(.gateway) { bench in
      try await bench.calling { line in
        #expect(await eventually { line.answer != nil })
        line.ask(.media(report))
        #expect(await eventually { line.fault?.error.code == code })
        #expect(await eventually { await bench.openSockets == 0 })
      }
    }
  }

  @Test(
    "what the gateway says is wrong is told in our words",
    arguments: [
      ("UNAUTHORIZED", CallError.Code.unauthorized, ProviderFailure.Reason.credentials, false),
      ("FORBIDDEN", .refused, .forbidden, false), ("INVALID_ARGUMENT", .refused, .invalid, false),
      ("INVALID_MESSAGE", .refused, .invalid, false), ("HANDLER_ERROR", .signalingFailed, .unavailable, false),
      ("MEDIA_BRIDGE_FAILURE", .mediaFailed, .unavailable, true), ("AGENT_FAILURE", .agentFailed, .unavailable, true),
      ("SOMETHING_NEW", .signalingFailed, .unavailable, false),
    ])
  func refused(
    _ code: String, _ told: CallError.Code, _ reason: ProviderFailure.Reason, _ isRetryable: Bool
  ) async throws {
    try await ProviderBench.running(.gateway) { bench in
      try await bench.calling { line in
        #expect(await eventually { line.answer != nil })
        let token = bench.mock.account.webCallingToken.revealed
        let error: JSON = [
          "code": .string(code), "message": .string("no: \(token) a=ice-pwd:\(ProviderBench.passwords)"),
        ]
        #expect(await bench.control("POST", "calls/latest/error", error).status == 204)
        #expect(await eventually { line.fault != nil })
        let fault = try #require(line.fault)
        #expect(fault.error.code == told && fault.failure.reason == reason && fault.error.isRetryable == isRetryable)
        #expect(fault.failure.vendorCode == code && fault.failure.operation == "webrtc.signal")
        Self.expectNoSecret(fault, bench)
      }
    }
  }

  @Test("tokens that are refused fail the call as credentials", arguments: PolyDialect.allCases)
  func badTokens(_ dialect: PolyDialect) async throws {
    for (name, operation) in [
      ("connector_token", "sessions"),
      ("web_calling_token", dialect == .gateway ? "webrtc.signal" : "bridge.call"),
    ] {
      try await ProviderBench.running(dialect, credentials: [name: Secret("a-token-that-nobody-knows")]) { bench in
        try await bench.calling { line in
          line.ask(.candidatesEnded)
          #expect(await eventually { line.fault != nil })
          let fault = try #require(line.fault)
          #expect(fault.error.code == .unauthorized && fault.failure.reason == .credentials, "\(name)")
          #expect(fault.failure.operation == operation && fault.failure.executed == .no && !fault.error.isRetryable)
          Self.expectNoSecret(fault, bench)
        }
        #expect(await eventually { await bench.openSockets == 0 })
      }
    }
  }

  @Test("a call that the vendor ends is over and has not failed", arguments: PolyDialect.allCases)
  func closed(_ dialect: PolyDialect) async throws {
    try await ProviderBench.running(dialect) { bench in
      try await bench.calling { line in
        line.ask(.candidatesEnded)
        #expect(await eventually { line.answer != nil })
        _ = await bench.control("POST", "calls/latest/media", ["state": "connected"])
        line.ask(.media(.connected))
        // The bridge tells its end over its events, which are opened with the media.
        let sockets = dialect == .bridge ? 2 : 2
        #expect(await eventually { await bench.openSockets == sockets })
        #expect(
          await eventually { await bench.control("POST", "calls/latest/hang-up", ["by": "socket"]).status == 204 })
        #expect(await eventually { line.ending != nil })
        #expect(line.fault == nil)
        #expect(await eventually { await bench.openSockets == 0 })
      }
    }
  }

  @Test("cancelled before anything happened, nothing does", arguments: PolyDialect.allCases)
  func cancelledEarly(_ dialect: PolyDialect) async throws {
    try await ProviderBench.running(dialect) { bench in
      let line = RunningLine()
      let connection = bench.provider.connection(
        of: CallOffer(id: "cal_1", caller: nil, sdp: SessionText(ProviderBench.offer)))
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await line.run(connection)
      }
      await task.value
      #expect(line.ending != nil && line.signals.isEmpty)
      #expect(await bench.openSockets == 0)
    }
  }

  @Test("ICE servers before the call, and the usual ones where there are none")
  func servers() async throws {
    let context = CallContext(deadline: .now + .seconds(5))
    try await ProviderBench.running(.gateway) { bench in
      let servers = try await bench.provider.iceServers(for: nil, in: ProviderBench.room, context)
      #expect(servers.contains { $0.credential != nil })
      let secret = try #require(servers.lazy.compactMap(\.credential).first)
      #expect(!"\(servers)".contains(secret))
    }
    try await ProviderBench.running(.gateway, credentials: ["web_calling_token": Secret("unknown-token")]) { bench in
      let servers = try await bench.provider.iceServers(for: nil, in: ProviderBench.room, context)
      #expect(servers == ICEServerReading.gatewayFallback)
    }
    try await ProviderBench.running(.bridge) { bench in
      let servers = try await bench.provider.iceServers(for: nil, in: ProviderBench.room, context)
      #expect(servers == ICEServerReading.bridgeFallback)
    }
  }

  private static func candidate(_ number: Int) -> ICECandidate {
    ICECandidate("candidate:\(number) 1 udp 2130706431 192.0.2.\(number) 50000 typ host", mid: "0", mediaLine: 0)
  }

  private static func answer(to offer: String) -> String {
    SDPText(offer).lines.map { line in
      if line.hasPrefix("a=setup:") { return "a=setup:active" }
      if line.hasPrefix("a=ice-ufrag:") { return "a=ice-ufrag:call" }
      return line == "a=sendonly" ? "a=recvonly" : line
    }.map { $0 + "\r\n" }.joined()
  }

  private static func isSaid(_ words: String, _ speaker: AgentNews.Speaker, _ news: AgentNews) -> Bool {
    if case .transcript(_, speaker, words, true) = news { true } else { false }
  }

  private static func expectNoSecret(_ fault: CallFault, _ bench: ProviderBench) {
    var text = "\(fault) \(fault.failure.vendorMessage?.text ?? "") \(fault.error.message)"
    dump(fault, to: &text)
    for secret in bench.mock.credentials.values where secret.revealed.utf8.count > 20 {
      #expect(!text.contains(secret.revealed))
    }
    for secret in ["a-token-that-nobody-knows", ProviderBench.passwords] { #expect(!text.contains(secret)) }
  }
}
