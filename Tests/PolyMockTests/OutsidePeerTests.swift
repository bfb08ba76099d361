import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting

@testable import PolyMock

/// Somebody with media of its own answers, behind the control plane.
@Suite("A peer from outside")
struct OutsidePeerTests {
  @Test("on the gateway: it reads the offer and candidates, and gives its answer and its own")
  func gateway() async throws {
    try await Bench.running { bench in
      try await bench.set(["answers_from": "outside"])
      let wire = try await bench.signalling()
      await wire.say(bench.offer())
      #expect(await wire.heard().isEmpty)
      let offer = try await bench.control("GET", "calls/latest/offer")
      #expect(offer["sdp"]?.stringValue == Sample.offer)
      #expect(offer["answered"] == false)
      #expect(offer["dialect"] == "gateway")
      try await bench.control(
        "POST", "calls/sid-1/candidates",
        ["candidate": "candidate:9 1 udp 1 127.0.0.1 5000 typ host", "sdp_mid": "0", "sdp_mline_index": 0])
      #expect(try await bench.control("PUT", "calls/sid-1/answer", ["sdp": "v=0 outside"]).status == 204)
      let frames = await wire.heard()
      #expect(frames.map { $0["type"] } == ["ice-candidate", "answer"])
      #expect(frames[0]["data"]?["candidate"] == "candidate:9 1 udp 1 127.0.0.1 5000 typ host")
      #expect(frames[1]["data"]?["sdp"] == "v=0 outside")
      await wire.say([
        "type": "ice-candidate", "sessionId": frames[1]["sessionId"] ?? .null,
        "data": ["candidate": "candidate:1", "sdpMid": "0", "sdpMLineIndex": 0],
      ])
      _ = await wire.heard()
      let kept = try await bench.control("GET", "calls/latest/candidates")
      #expect(kept["items"] == [["candidate": "candidate:1", "sdp_mid": "0", "sdp_mline_index": 0]])
      #expect(try await bench.control("PUT", "calls/sid-1/answer", ["sdp": "twice"]).status == 409)
      #expect(try await bench.call()["media"] == "new", "whoever answers says when media is up")
    }
  }

  @Test("on the bridge: requests wait for its answer, and for its own offer")
  func bridge() async throws {
    try await Bench.running { bench in
      try await bench.set(["answers_from": "outside"])
      let call = try await bench.provision()
      #expect(try await bench.control("PUT", "calls/latest/answer", ["sdp": "x"]).status == 409)
      async let connected = call.connect()
      #expect(try await eventually { try await bench.control("GET", "calls/latest/offer")["sdp"] != .null })
      #expect(try await bench.control("PUT", "calls/latest/answer", ["sdp": "their answer"]).status == 204)
      #expect(try await connected["sdp"] == "their answer")
      #expect(try await bench.control("PUT", "calls/latest/agent-offer", ["sdp": "x"]).status == 409)
      try await bench.media("connected")
      async let pulled = call.pull()
      #expect(
        try await eventually {
          try await bench.control("PUT", "calls/latest/agent-offer", ["sdp": .string(Sample.gathered)]).status == 204
        })
      #expect(try await pulled["sdp"]?.stringValue == Sample.gathered)
      let answer = Sample.answer(to: Sample.gathered)
      #expect(try await call.renegotiate(answer).status == 200)
      #expect(try await bench.control("GET", "calls/latest/agent-answer")["sdp"]?.stringValue == answer)
    }
  }

  @Test("what waits for an answer gets none when the call ends, or the mock is reset")
  func abandoned() async throws {
    try await Bench.running { bench in
      try await bench.set(["answers_from": "outside"])
      for way in ["hang-up", "reset"] {
        let call = try await bench.provision()
        async let connected = call.connect()
        #expect(try await eventually { try await bench.control("GET", "calls/latest/offer")["sdp"] != .null })
        try await bench.control("POST", way == "reset" ? "reset" : "calls/latest/\(way)", [:])
        #expect(try await connected.bytes.isEmpty)
      }
    }
  }
}
