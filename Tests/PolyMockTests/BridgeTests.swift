import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import PolyMock

@Suite("The bridge")
struct BridgeTests {
  @Test("a call is provisioned with its own token, for the mode voice-agent only")
  func provision() async throws {
    try await Bench.running { bench in
      let call = try await bench.provision()
      #expect(call.id.hasPrefix("call-") && call.id.count == 13)
      #expect(call.creds["connectUrl"]?.stringValue == "/api/v1/call/\(call.id)/sdp")
      #expect(call.creds["extra"]?["pullUrl"]?.stringValue == "/api/v1/call/\(call.id)/sdp/pull")
      #expect(call.creds["extra"]?["renegotiateUrl"]?.stringValue == "/api/v1/call/\(call.id)/sdp/renegotiate")
      #expect(call.creds["extra"]?["eventsUrl"]?.stringValue == "/api/v1/call/\(call.id)/events")
      #expect(call.creds["trackName"]?.stringValue?.hasPrefix("agent-") == true)
      #expect(call.creds["iceServers"] == nil)
      let parts = call.token.split(separator: ".")
      #expect(Int64(parts[0]) == bench.time.wallNanoseconds / 1_000_000_000 + 3_600)
      #expect(parts[1].count == 43)
      func status(_ body: JSON, _ token: String) async throws -> Int {
        try await bench.send("POST", "/api/v1/call", body, ["Authorization": token]).status
      }
      let good = "Bearer " + bench.mock.account.webCallingToken.revealed
      #expect(try await status(["mode": "voice-agent"], "Bearer wrong") == 401)
      #expect(try await bench.send("POST", "/api/v1/call", ["mode": "voice-agent"]).status == 401)
      #expect(try await status([:], good) == 403)
      #expect(try await status(["mode": "echo"], good) == 403)
      try await bench.set(["names_ice_servers": true, "names_events_url": false])
      let other = try await bench.provision()
      #expect(other.creds["iceServers"]?.arrayValue?.count == 2)
      #expect(other.creds["extra"]?["eventsUrl"] == nil)
    }
  }

  @Test("an offer with its candidates is answered with candidates, for the sound that comes in only")
  func connect() async throws {
    try await Bench.running { bench in
      let call = try await bench.provision()
      let answer = try await call.connect()
      #expect(answer.status == 200)
      let sdp = try StrictDescription(answer["sdp"]?.stringValue ?? "")
      #expect(sdp.media[0].direction == "recvonly")
      #expect(sdp.media[0].values("candidate").count == 1)
      #expect(sdp.media[0].attributes.contains("end-of-candidates"))
      #expect(try await call.connect().status == 409)
    }
  }

  @Test("every route wants the call's own token, while it is good")
  func tokens() async throws {
    try await Bench.running { bench in
      let call = try await bench.provision()
      let other = try await bench.provision()
      for url in ["connectUrl", "pullUrl", "renegotiateUrl"] {
        #expect(try await call.post(url, [:], token: other.token).status == 401, "\(url)")
        #expect(try await call.post(url, [:], token: "").status == 401, "\(url)")
      }
      #expect(try await call.delete(token: other.token) == 401)
      try await bench.advance(seconds: 3_600)
      #expect(try await call.connect().status == 401)
    }
  }

  @Test("what is no description fails past authentication")
  func junk() async throws {
    try await Bench.running { bench in
      let call = try await bench.provision()
      #expect(try await call.connect("junk").status == 502)
      #expect(try await call.connect(Sample.description(without: ["ice-pwd"])).status == 502)
      #expect(try await call.connect(mid: "7").status == 502)
      #expect(try await call.post("connectUrl", [:]).status == 400)
      try await bench.set(["junk_sdp_status": 422])
      #expect(try await call.connect("junk").status == 422)
      #expect(try await call.connect().status == 200)
    }
  }

  @Test("the agent is pulled once media is up, in a section of its own each time")
  func pull() async throws {
    try await Bench.running { bench in
      let call = try await bench.provision()
      #expect(try await call.pull().status == 409)
      _ = try await call.connect()
      #expect(try await call.pull().status == 409)
      #expect(try await call.renegotiate(Sample.gathered).status == 409)
      try await bench.media("connected")
      for pull in 1...3 {
        let offered = try await call.pull()["sdp"]?.stringValue ?? ""
        let sdp = try StrictDescription(offered)
        #expect(sdp.media.map { $0.values("mid") } == (0...pull).map { ["\($0)"] })
        #expect(sdp.bundled == (0...pull).map { "\($0)" })
        #expect(sdp.media[0].direction == "recvonly")
        #expect(sdp.media.dropFirst().map(\.direction) == (1...pull).map { $0 == pull ? "sendonly" : "inactive" })
        #expect(try await call.renegotiate(Sample.gathered).status == 502)
        #expect(try await call.renegotiate(Sample.answer(to: offered)).status == 200)
        #expect(try await call.renegotiate(Sample.answer(to: offered)).status == 409)
      }
      #expect(try await bench.call()["pulls"] == 3)
      #expect(try await bench.call()["renegotiated"] == true)
    }
  }

  @Test("events come to whoever said first who it is")
  func events() async throws {
    try await Bench.running { bench in
      let call = try await bench.provision()
      #expect(try await bench.control("POST", "calls/latest/unmute", [:]).status == 409)
      let wire = try await call.events()
      #expect(try await eventually { try await bench.control("POST", "calls/latest/unmute", [:]).status == 204 })
      try await bench.control("POST", "calls/\(call.id)/barge-in", [:])
      try await bench.control("POST", "calls/latest/barge-in", ["event": "barge-in-started"])
      try await bench.control("POST", "calls/latest/repull", ["times": 5])
      var heard: [String] = []
      while heard.count < 8, let event = await wire.next()?["event"]?.stringValue { heard.append(event) }
      #expect(heard == ["unmute", "barge-in", "barge-in-started"] + Array(repeating: "repull", count: 5))
      #expect(try await bench.control("POST", "calls/latest/barge-in", ["event": "shout"]).status == 400)
    }
  }

  @Test("anything but the right first frame closes the events socket, and so does silence")
  func firstFrames() async throws {
    try await Bench.running { bench in
      let call = try await bench.provision()
      let frames: [JSON] = [["type": "hello"], ["type": "auth", "token": "wrong"], ["event": "unmute"], [:]]
      for frame in frames {
        let wire = try await call.events(frame)
        #expect(await wire.closure()?.code == 1008, "\(frame)")
      }
      let silent = try await bench.open("/api/v1/call/\(call.id)/events")
      #expect(try await eventually { try await bench.control("GET", "sockets")["items"]?.arrayValue?.count == 1 })
      try await bench.advance(seconds: 10)
      #expect(await silent.closure()?.code == 1008)
      // None of them was the call's own socket: it goes on.
      #expect(try await bench.call()["state"] == "waiting")
      await #expect(throws: WebSocketError.refused(status: 404)) { try await bench.open("/api/v1/call/call-0/events") }
    }
  }

  @Test("a call ends by DELETE, is not known afterwards, and its events socket closes")
  func delete() async throws {
    try await Bench.running { bench in
      let call = try await bench.provision()
      _ = try await call.connect()
      let wire = try await call.events()
      #expect(try await eventually { try await bench.call()["connection"] != .null })
      #expect(try await call.delete() == 204)
      #expect(await wire.closure()?.code == 1000)
      #expect(try await call.delete() == 404)
      #expect(try await call.pull().status == 404)
      #expect(try await bench.call()["end_reason"] == "caller")
    }
  }

  @Test("a call ends with its events socket, unless so switched; the agent hangs up by closing it")
  func lostEvents() async throws {
    try await Bench.running { bench in
      let lost = try await bench.provision()
      let wire = try await lost.events()
      #expect(try await eventually { try await bench.call()["connection"] != .null })
      wire.socket.startDropping()
      #expect(try await eventually { try await bench.call()["end_reason"] == "lost" })

      try await bench.set(["lost_events_end_call": false])
      let kept = try await bench.provision()
      let first = try await kept.events()
      #expect(try await eventually { try await bench.call()["connection"] != .null })
      first.socket.startDropping()
      #expect(try await eventually { try await bench.call()["connection"] == .null })
      #expect(try await bench.call()["state"] == "waiting")
      let second = try await kept.events()
      #expect(try await eventually { try await bench.call()["connection"] != .null })
      try await bench.control("POST", "calls/latest/hang-up", [:])
      #expect(await second.closure()?.code == 1000)
      #expect(try await bench.call()["end_reason"] == "agent")
    }
  }

  @Test("a call is linked by its id with the messaging session that names it")
  func link() async throws {
    try await Bench.running { bench in
      let session = try await bench.session()
      let messaging = try await bench.messaging(session)
      let call = try await bench.provision()
      await messaging.say(["type": "EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION", "payload": ["call_sid": .string(call.id)]])
      _ = try await call.connect()
      #expect(
        try await eventually { try await bench.call()["linked_session_id"]?.stringValue == session.id })
      try await bench.media("connected")
      let spoken = await messaging.frame(of: "EVENT_TYPE_POLY_AGENT_MESSAGE")
      #expect(spoken?["payload"]?["text"] == "Hello! How can I help you today?")
    }
  }
}
