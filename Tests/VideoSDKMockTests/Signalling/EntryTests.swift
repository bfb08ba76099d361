import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import VideoSDKMock

@Suite("Coming into a room by the signalling")
struct EntryTests {
  @Test("the way in, in its order, with the session known before the answer to join")
  func order() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      try await bench.device("dev", room, ["name": "Device", "meta_data": ["a": 1]])
      let bot = try await bench.join("bot", room)
      let peer = try await bench.connect("ann", room, mode: "SEND_AND_RECV")
      let router = try await peer.data("getRouterRtpCapabilities")
      #expect(router["codecs"]?.arrayValue?.compactMap { $0["mimeType"]?.stringValue }.contains("audio/opus") == true)
      try await peer.transports()
      for (method, data) in [
        ("requestEntry", ["name": "Ann"]),
        ("join", ["displayName": "Ann", "metaData": ["hand": true], "device": "Phone"]),
      ] as [(String, JSON)] { _ = await peer.send(method, data) }
      var frames: [JSON] = []
      for _ in 0..<3 { frames.append(await peer.next() ?? .null) }
      #expect(frames.map { $0["method"]?.stringValue ?? "answer" } == ["answer", "entryResponded", "answer"])
      let entry = frames[1]["data"]
      #expect(entry?["peerId"] == "ann" && entry?["decision"] == "allowed")
      let session = try await bench.send("GET", "/v2/sessions?roomId=\(room)").json["data"]?.arrayValue?.first
      #expect(entry?["sessionId"] == session?["id"])
      let peers = frames[2]["data"]?["peers"]?.arrayValue ?? []
      #expect(peers.compactMap { $0["id"]?.stringValue } == ["dev", "bot"])
      #expect(peers[0]["displayName"] == "Device" && peers[0]["metaData"] == ["a": 1])
      #expect(peers[0]["mode"] == "SEND_AND_RECV" && peers[1]["mode"] == "SIGNALLING_ONLY")
      #expect(peers[1]["metaData"] == nil && peers[1]["device"] != nil)
      #expect(frames[2]["data"]?["messages"] == [])
      let arrival = await bot.news("newPeer")
      #expect(arrival?["id"] == "ann" && arrival?["displayName"] == "Ann" && arrival?["device"] == "Phone")
      #expect(arrival?["metaData"] == ["hand": true] && arrival?["peerType"] == "normal")
      #expect(await peer.heard().isEmpty)
    }
  }

  @Test("the session is told before the first join opens it, and no other is opened")
  func promise() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let peer = try await bench.connect("ann", room)
      await peer.ask("requestEntry")
      let promised = await peer.news("entryResponded")?["sessionId"]
      #expect(try await bench.send("GET", "/v2/sessions?roomId=\(room)").json["data"] == [])
      _ = try await peer.join()
      let sessions = try await bench.send("GET", "/v2/sessions?roomId=\(room)").json["data"]?.arrayValue
      #expect(sessions?.count == 1 && sessions?[0]["id"] == promised)
    }
  }

  @Test("nobody joins without having asked, twice, or with a token that is no good any more")
  func refusals() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let peer = try await bench.connect("ann", room)
      #expect(await peer.refusal("join").hasPrefix("403"))
      #expect(await peer.refusal("pubsubSubscribe", ["topic": "CHAT"]).hasPrefix("400"))
      await peer.ask("requestEntry")
      #expect(await peer.refusal("join", ["secret": "x"]).hasPrefix("4002"))
      let old = bench.vendor.token { $0["exp"] = 1 }
      #expect(await peer.refusal("join", ["secret": .string(old)]).hasPrefix("4001"))
      let other = bench.token("bob", room, ["allow_join"])
      #expect(await peer.refusal("join", ["secret": .string(other)]).hasPrefix("4023"))
      _ = try await peer.join()
      #expect(await peer.refusal("join").hasPrefix("400"))
      #expect(await peer.refusal("requestEntry").hasPrefix("400"))
    }
    try await SignallingBench.running({ $0.joinNeedsEntry = false }) { bench in
      _ = try await bench.connect("ann", try await bench.room()).join()
    }
  }

  @Test("only who is there for the signalling alone joins without transports, unless so switched")
  func transports() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let peer = try await bench.connect("ann", room, mode: "SEND_AND_RECV")
      await peer.ask("requestEntry")
      #expect(await peer.refusal("join").hasPrefix("400"))
      try await peer.transports()
      _ = try await peer.join()
    }
    try await SignallingBench.running({ $0.signallingOnlySkipsTransports = false }) { bench in
      let peer = try await bench.connect("bot", try await bench.room())
      await peer.ask("requestEntry")
      #expect(await peer.refusal("join").hasPrefix("400"))
      try await peer.transports()
      _ = try await peer.join()
    }
  }

  @Test("older names of modes are understood, and told where that is switched on")
  func formerModes() async throws {
    try await SignallingBench.running({ $0.usesFormerModeNames = true }) { bench in
      let room = try await bench.room()
      _ = try await bench.join("ann", room, mode: "CONFERENCE")
      let bot = try await bench.connect("bot", room, mode: "VIEWER")
      await bot.ask("requestEntry")
      #expect(try await bot.join()["peers"]?.arrayValue?.first?["mode"] == "CONFERENCE")
      let modes = try await bench.connections().compactMap { $0["mode"]?.stringValue }
      #expect(modes == ["SEND_AND_RECV", "SIGNALLING_ONLY"])
    }
  }

  @Test("a second join of a participant pushes the first one out")
  func eviction() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let other = try await bench.join("bob", room)
      let first = try await bench.join("ann", room)
      _ = await other.methods()
      let second = try await bench.join("ann", room)
      #expect(await first.news("error")?["code"]?.integerValue == 4005)
      #expect(await first.question("close")?["data"]?["reasonCode"]?.integerValue == 1011)
      #expect(await other.news("peerClosed")?["reasonCode"]?.integerValue == 1011)
      #expect(await other.news("newPeer")?["id"] == "ann")
      // The first one's end takes nobody along.
      await first.socket.close()
      #expect(await eventually { (try? await bench.connections().count) == 2 })
      #expect(await other.methods().isEmpty)
      #expect(await second.ask("getTransportStats")?["ok"] == true)
      let session = try await bench.send("GET", "/v2/sessions?roomId=\(room)").json["data"]?.arrayValue?.first
      let ann = session?["participants"]?.arrayValue?.first { $0["participantId"] == "ann" }
      #expect(ann?["timelog"]?.arrayValue?.count == 2)
    }
  }

  @Test("a connection that has not joined gives way to the participant's next")
  func evictionBeforeJoining() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let first = try await bench.connect("ann", room)
      _ = try await bench.connect("ann", room)
      #expect(await first.news("error")?["code"]?.integerValue == 4005)
      #expect(await first.question("close") != nil)
    }
  }

  @Test("whoever is told to close and does not is closed")
  func closeGrace() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let first = try await bench.join("ann", room)
      _ = try await bench.join("ann", room)
      _ = await first.question("close")
      // It is past hearing requests.
      _ = await first.send("getTransportStats")
      try await bench.advance(seconds: 4)
      #expect(try await bench.connections().count == 2)
      try await bench.advance(seconds: 1)
      #expect(await first.closure()?.code == 1000)
      // Nothing but what was said before it was told to go.
      #expect(await first.next()?["method"] == "error")
      #expect(await first.next() == nil)
    }
    try await SignallingBench.running({ $0.goodbye = .socket }) { bench in
      let room = try await bench.room()
      let first = try await bench.join("ann", room)
      _ = try await bench.join("ann", room)
      #expect(await first.news("error") != nil)
      let closure = await first.closure()
      #expect(closure?.code == 1000 && closure?.reason == "DUPLICATE_PARTICIPANT")
    }
  }

  @Test("who joins hears who is unmuted only where that is switched on", arguments: [false, true])
  func mediaStates(_ tells: Bool) async throws {
    try await SignallingBench.running({ $0.joinTellsMediaStates = tells }) { bench in
      let room = try await bench.room()
      try await bench.device("dev", room, ["audio": true])
      let bot = try await bench.join("bot", room)
      let heard = await bot.heard()
      #expect(heard.compactMap { $0["method"]?.stringValue } == (tells ? ["participantMediaStateChanged"] : []))
      if tells { #expect(heard[0]["data"] == ["peerId": "dev", "kind": "audio", "newState": true]) }
    }
  }

  @Test("an agent is told as one")
  func agents() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let ann = try await bench.join("ann", room)
      let agent = try await bench.join("agent", room, type: "agent")
      #expect(await ann.news("newPeer")?["peerType"] == "agent")
      for (method, data) in [
        ("agentStateChanged", ["state": "speaking"]), ("agentTranscript", ["text": "hi", "peerId": "agent"]),
        ("agentMetrics", ["n": 1]),
      ] as [(String, JSON)] {
        _ = try await agent.data(method, data)
        #expect(await ann.news(method) == data)
        #expect(await ann.refusal(method, data).hasPrefix("403"))
      }
      #expect(await agent.heard().isEmpty)
    }
  }
}
