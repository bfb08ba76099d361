import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import PolyMock

@Suite("The gateway")
struct GatewayTests {
  private func ice(_ bench: Bench, _ token: String? = nil) async throws -> Answer {
    try await bench.send(
      "GET", "/api/v1/ice-servers?token=" + PercentEncoding.encode(token ?? bench.mock.account.webCallingToken.revealed)
    )
  }

  @Test("ICE servers are told to whoever has the web calling token, once as a list and once as one address")
  func iceServers() async throws {
    try await Bench.running { bench in
      let servers = try await ice(bench)["iceServers"]?.arrayValue ?? []
      #expect(servers.first?["urls"] == ["stun:127.0.0.1:3478"])
      #expect(servers.last?["urls"] == "turn:127.0.0.1:3478?transport=udp")
      #expect(servers.last?["username"] != nil && servers.last?["credential"] != nil)
      #expect(try await ice(bench, "wrong").status == 401)
      #expect(try await ice(bench, bench.mock.account.connectorToken.revealed).status == 401)
      try await bench.set(["ice_servers": "empty"])
      #expect(try await ice(bench)["iceServers"] == [])
      try await bench.set(["ice_servers": "garbage"])
      #expect(try await ice(bench).json == .null)
      try await bench.set(["ice_servers": "without_credentials"])
      #expect(try await ice(bench)["iceServers", "1", "credential"] == nil)
      try await bench.fault(["operation": "ListIceServers"], ["kind": "http_status", "status": 500])
      #expect(try await ice(bench).status == 500)
    }
  }

  @Test("an offer is answered with an id of the call, then come a candidate and the word that there are no more")
  func answer() async throws {
    try await Bench.running { bench in
      let wire = try await bench.signalling()
      #expect(await wire.heard().isEmpty, "nothing is said before an offer")
      await wire.say(bench.offer())
      let frames = await wire.heard()
      #expect(frames.map { $0["type"]?.stringValue } == ["answer", "ice-candidate", "ice-candidate"])
      let session = frames[0]["sessionId"]?.stringValue
      #expect(session?.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
      #expect(frames.allSatisfy { $0["sessionId"]?.stringValue == session })
      #expect(frames[0]["data"]?["type"] == "answer")
      let candidate = try #require(frames[1]["data"]?["candidate"]?.stringValue)
      try StrictDescription.check(candidate: candidate.dropFirst("candidate:".count))
      #expect(frames[1]["data"]?["sdpMid"] == "0")
      #expect(frames[1]["data"]?["sdpMLineIndex"] == 0)
      #expect(frames[2]["data"]?["candidate"] == "")
      let call = try await bench.call()
      #expect(call["state"] == "answered")
      #expect(call["call_sid"] == "sid-1")
      #expect(try await bench.send("GET", "/health").json == ["status": "healthy", "activeSessions": 1])
    }
  }

  @Test("a new call's sessionId is null, empty or left out")
  func newCalls() async throws {
    try await Bench.running { bench in
      let wire = try await bench.signalling()
      for (index, id) in [JSON.null, "", nil].enumerated() {
        guard case .object(var frame) = bench.offer(["callSid": .string("s\(index)")]) else { continue }
        frame["sessionId"] = id
        await wire.say(.object(frame))
        #expect(await wire.frame(of: "answer") != nil)
      }
      await wire.say(bench.offer(["sessionId": 5, "callSid": "s9"]))
      #expect(await wire.error().hasPrefix("INVALID_MESSAGE"))
    }
  }

  @Test("token, then mode, then what is offered")
  func refusedOffers() async throws {
    try await Bench.running { bench in
      let wire = try await bench.signalling()
      let cases: [(JSONObject, String)] = [
        (["authToken": nil, "mode": "nonsense"], "UNAUTHORIZED Auth token required"),
        (["authToken": "", "mode": "nonsense"], "UNAUTHORIZED Auth token required"),
        (["authToken": "wrong", "mode": "nonsense"], "UNAUTHORIZED Invalid authentication token"),
        (["mode": "nonsense", "data": [:]], "INVALID_ARGUMENT"), (["mode": "echo", "data": [:]], "FORBIDDEN"),
        (["agentVersionOverride": ["artifactVersion": "1"]], "INVALID_ARGUMENT"),
        (["data": ["type": "offer"]], "INVALID_MESSAGE"),
        (["data": ["type": "answer", "sdp": "v=0"]], "INVALID_MESSAGE"),
        (["data": ["type": "offer", "sdp": "v=0"]], "INVALID_MESSAGE"),
        (["sessionId": "00000000-0000-4000-8000-000000000000"], "INVALID_MESSAGE Session not found"),
      ]
      for (change, expected) in cases {
        await wire.say(bench.offer(change))
        let error = await wire.error()
        #expect(error.hasPrefix(expected), "\(change): \(error)")
      }
      #expect(try await bench.control("GET", "calls")["items"] == [])
      // Nothing of it ended the socket.
      await wire.say(bench.offer())
      #expect(await wire.frame(of: "answer") != nil)
    }
  }

  @Test(
    "an offer that lacks what an answer needs is refused",
    arguments: ["ice-ufrag", "ice-pwd", "fingerprint", "setup", "mid", "rtpmap"])
  func incompleteOffers(_ name: String) async throws {
    try await Bench.running { bench in
      let wire = try await bench.signalling()
      await wire.say(bench.offer(["data": ["type": "offer", "sdp": .string(Sample.description(without: [name]))]]))
      let code = name == "rtpmap" ? "MEDIA_BRIDGE_FAILURE" : "INVALID_MESSAGE"
      #expect(await wire.error().hasPrefix(code))
    }
  }

  @Test("the modes of old are taken, and echo where it is no production")
  func modes() async throws {
    try await Bench.running { bench in
      let wire = try await bench.signalling()
      for mode in ["end-to-end", "traditional", "agent", "agent_v1", "agent_v2", "cascaded", "normal", "realtime"] {
        await wire.say(bench.offer(["mode": .string(mode), "callSid": .string(mode)]))
        #expect(await wire.frame(of: "answer") != nil, "\(mode)")
      }
      try await bench.set(["is_production": false])
      await wire.say(bench.offer(["mode": "echo", "callSid": "e"]))
      #expect(await wire.frame(of: "answer") != nil)
    }
  }

  @Test("which token an offer needs is a switch, since the vendor's pages say two things")
  func offerTokens() async throws {
    try await Bench.running { bench in
      let connector = JSON.string(bench.mock.account.connectorToken.revealed)
      let wire = try await bench.signalling()
      await wire.say(bench.offer(["authToken": connector]))
      #expect(await wire.error() == "UNAUTHORIZED Invalid authentication token")
      try await bench.set(["offer_token": "connector"])
      await wire.say(bench.offer())
      #expect(await wire.error() == "UNAUTHORIZED Invalid authentication token")
      await wire.say(bench.offer(["authToken": connector]))
      #expect(await wire.frame(of: "answer") != nil)
      try await bench.set(["offer_token": "either"])
      await wire.say(bench.offer(["callSid": "s2"]))
      #expect(await wire.frame(of: "answer") != nil)
    }
  }

  @Test("a second offer for a call, or a callSid that is in use, is refused; afterwards it is free again")
  func secondOffers() async throws {
    try await Bench.running { bench in
      let call = try await bench.answered()
      await call.wire.say(bench.offer(["sessionId": .string(call.session)]))
      #expect(await call.wire.error() == "INVALID_MESSAGE Session already has an offer")
      await call.wire.say(bench.offer())
      #expect(await call.wire.error() == "INVALID_ARGUMENT callSid is in use")
      await call.wire.say(["type": "close", "sessionId": .string(call.session)])
      await call.wire.say(bench.offer())
      #expect(await call.wire.frame(of: "answer")?["sessionId"]?.stringValue != call.session)
    }
  }

  @Test("candidates are kept in order; what is no candidate, or of no call, is refused")
  func candidates() async throws {
    try await Bench.running { bench in
      let call = try await bench.answered()
      for index in 0..<3 {
        await call.wire.say([
          "type": "ice-candidate", "sessionId": .string(call.session),
          "data": ["candidate": .string("candidate:\(index)"), "sdpMid": "0", "sdpMLineIndex": 0],
        ])
      }
      _ = await call.wire.heard()
      let kept = try await bench.control("GET", "calls/latest/candidates?after=1")
      #expect(kept["items"]?.arrayValue?.map { $0["candidate"]?.stringValue } == ["candidate:1", "candidate:2"])
      #expect(kept["next"] == 3)
      await call.wire.say(["type": "ice-candidate", "sessionId": "x", "data": ["candidate": "candidate:1"]])
      #expect(await call.wire.error() == "INVALID_MESSAGE Session not found")
      await call.wire.say(["type": "ice-candidate", "sessionId": .string(call.session), "data": ["candidate": "junk"]])
      #expect(await call.wire.error() == "INVALID_MESSAGE candidate is malformed")
    }
  }

  @Test("a new socket goes on with a call once it has spoken for it, and gets what was held")
  func reconnect() async throws {
    try await Bench.running { bench in
      let call = try await bench.answered()
      try await bench.control("POST", "sockets/close", ["code": 1011])
      #expect(await call.wire.closure()?.code == 1011)
      try await bench.control("POST", "calls/latest/candidates", ["candidate": "candidate:late"])
      #expect(try await bench.call()["held"] == 1)
      let again = try await bench.signalling()
      #expect(await again.heard().isEmpty)
      await again.say([
        "type": "ice-candidate", "sessionId": .string(call.session), "data": ["candidate": "candidate:1"],
      ])
      #expect(await again.next()?["data"]?["candidate"] == "candidate:late")
      #expect(try await bench.call()["state"] == "answered")
      await again.say(["type": "close", "sessionId": .string(call.session)])
      _ = await again.heard()
      #expect(try await bench.call()["end_reason"] == "caller")
    }
  }

  @Test("the only call without a socket can be taken over by the next that opens")
  func adoption() async throws {
    try await Bench.running({ $0.adoptsOrphan = true }) { bench in
      let call = try await bench.answered()
      try await bench.control("POST", "sockets/drop", [:])
      #expect(await call.wire.closure()?.code == 1006)
      let again = try await bench.signalling()
      _ = await again.heard()
      try await bench.control("POST", "calls/latest/hang-up", [:])
      #expect(await again.next() == ["type": "close", "sessionId": .string(call.session)])
    }
  }

  @Test("a call without a socket is given up after a while; a goodbye with 1000 ends it at once")
  func givenUp() async throws {
    try await Bench.running { bench in
      let lost = try await bench.answered()
      lost.wire.socket.startDropping()
      #expect(try await eventually { try await bench.call()["connection"] == .null })
      try await bench.advance(seconds: 59)
      #expect(try await bench.call()["state"] == "answered")
      try await bench.advance(seconds: 1)
      #expect(try await bench.call()["end_reason"] == "lost")
      let done = try await bench.answered(["callSid": "s2"])
      await done.wire.socket.close(1000, "")
      #expect(try await eventually { try await bench.call()["end_reason"] == "caller" })
    }
  }

  @Test("the agent hangs up by a frame or by its socket, and errors end a call")
  func theVendorEnds() async throws {
    try await Bench.running { bench in
      let first = try await bench.answered(["callSid": "1"])
      try await bench.control("POST", "calls/\(first.session)/hang-up", [:])
      #expect(await first.wire.frame(of: "close")?["sessionId"]?.stringValue == first.session)
      await first.wire.say(["type": "close", "sessionId": .string(first.session)])
      #expect(!(await first.wire.heard()).contains { $0["type"] == "error" })

      let second = try await bench.answered(["callSid": "2"])
      try await bench.control("POST", "calls/2/hang-up", ["by": "socket"])
      #expect(await second.wire.closure() == WebSocketClosure(.peer, code: 1000))

      let third = try await bench.answered(["callSid": "3"])
      try await bench.control("POST", "calls/latest/error", ["code": "AGENT_FAILURE", "message": "Agent is gone"])
      #expect(await third.wire.error() == "AGENT_FAILURE Agent is gone")
      #expect(try await bench.call("3")["end_reason"] == "error")
      #expect(try await bench.control("POST", "calls/3/hang-up", [:]).status == 409)
    }
  }

  @Test("a revoked token ends its sockets with 4001, and is no longer taken anywhere")
  func revoked() async throws {
    try await Bench.running { bench in
      let call = try await bench.answered()
      try await bench.control("POST", "web-calling-token", ["revoked": true])
      #expect(await call.wire.closure() == WebSocketClosure(.peer, code: 4001, reason: "auth revoked"))
      #expect(try await ice(bench).status == 401)
      let wire = try await bench.signalling()
      await wire.say(bench.offer(["callSid": "s2"]))
      #expect(await wire.error() == "UNAUTHORIZED Invalid authentication token")
      try await bench.control("POST", "web-calling-token", ["revoked": false])
      #expect(try await ice(bench).status == 200)
    }
  }

  @Test("what is no frame is refused, and too much of it closes the socket")
  func abuse() async throws {
    try await Bench.running({ $0.mostBadFrames = 4 }) { bench in
      let wire = try await bench.signalling()
      for text in ["junk", "[]", "{}", #"{"type":"shout"}"#] {
        await wire.say(text: text)
        #expect(await wire.error().hasPrefix("INVALID_MESSAGE"))
      }
      #expect(await wire.closure()?.code == 1008)
      let binary = try await bench.signalling()
      await binary.socket.send(.binary(bench.offer().bytes()))
      #expect(await binary.frame(of: "answer") != nil)
    }
  }
}
