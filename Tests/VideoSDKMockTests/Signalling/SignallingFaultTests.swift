import Clocks
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import VideoSDKMock

@Suite("What befalls the signalling")
struct SignallingFaultTests {
  @Test("a request is never answered, and nothing is done, as when requestEntry is lost")
  func hang() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      try await bench.fault("requestEntry", ["kind": "hang"])
      let ann = try await bench.connect("ann", room)
      let lost = await ann.send("requestEntry", ["name": "Ann"])
      #expect(await ann.heard().isEmpty)
      #expect(try await bench.connection("ann")?["stage"] == "connected")
      _ = try await ann.enter()
      #expect(lost == 1)
    }
  }

  @Test("an answer without its peers, or with one that is null")
  func withoutPeers() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      try await bench.device("dev", room)
      try await bench.fault("join", ["kind": "missing_field", "pointer": "/peers"], peer: "ann")
      try await bench.fault("join", ["kind": "null_field", "pointer": "/peers/0/mode"], peer: "bob")
      try await bench.fault("join", ["kind": "unknown_enum", "pointer": "/peers/0/mode"], peer: "cid")
      #expect(try await bench.connect("ann", room).enter()["peers"] == nil)
      #expect(try await bench.connect("bob", room).enter()["peers"]?.arrayValue?.first?["mode"] == .null)
      #expect(try await bench.connect("cid", room).enter()["peers"]?.arrayValue?[0]["mode"] == "VALUE_OF_TOMORROW")
      #expect(try await bench.connect("dan", room).enter()["peers"]?.arrayValue?.count == 4)
    }
  }

  @Test("an answer comes late, and everything else meanwhile")
  func delay() async throws {
    try await SignallingBench.running { bench in
      let ann = try await bench.join("ann", try await bench.room())
      _ = try await ann.data("pubsubSubscribe", ["topic": "T"])
      try await bench.fault("pubsubPublish", ["kind": "delay", "ms": 150])
      let request = await ann.send("pubsubPublish", ["topic": "T", "message": "x"])
      #expect(await ann.next()?["method"] == "pubsubMessage")
      #expect(await ann.ask("getTransportStats")?["ok"] == true)
      #expect(await ann.answer(request)?["ok"] == true)
    }
  }

  @Test("a connection that ends does not wait for answers that would come late")
  func delayedPastTheEnd() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let ann = try await bench.join("ann", room)
      try await bench.fault("getTransportStats", ["kind": "delay", "ms": 3_600_000])
      _ = await ann.send("getTransportStats")
      _ = await ann.heard()
      await ann.socket.close()
      #expect(await eventually { (try? await bench.connections().isEmpty) == true })
    }
  }

  @Test("the connection breaks in the middle of a request, before its work, with a goodbye or without")
  func close() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let bob = try await bench.join("bob", room)
      for (fault, cause, code) in [
        (["kind": "close"], .lost, 1006), (["kind": "close", "code": 4321], .peer, 4321),
      ] as [(JSON, WebSocketClosure.Cause, UInt16)] {
        let host = try await bench.moderator("host", room)
        _ = await bob.heard()
        try await bench.fault("removePeer", fault)
        _ = await host.send("removePeer", ["peerId": "bob"])
        let closure = await host.closure()
        #expect(closure?.cause == cause && closure?.code == code)
        #expect(await bob.news("peerClosed")?["peerId"] == "host")
        #expect(await bob.heard().isEmpty)
      }
    }
  }

  @Test("work that is done whose answer is lost, refused work, and garbage before an answer")
  func answers() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, bob) = (try await bench.join("ann", room), try await bench.join("bob", room))
      _ = try await bob.data("pubsubSubscribe", ["topic": "T"])
      let wish: JSON = ["topic": "T", "message": "x"]
      try await bench.fault("pubsubPublish", ["kind": "lost_reply"])
      _ = await ann.send("pubsubPublish", wish)
      #expect(await bob.news("pubsubMessage") != nil)
      try await bench.fault("pubsubPublish", ["kind": "refuse", "code": 4087, "reason": "full"])
      #expect(await ann.refusal("pubsubPublish", wish) == "4087 full")
      #expect(await bob.heard().isEmpty)
      try await bench.fault("pubsubPublish", ["kind": "garbage"])
      _ = await ann.heard()
      let request = await ann.send("pubsubPublish", wish)
      #expect(await ann.next()?.stringValue?.isEmpty == false)
      #expect(await ann.answer(request)?["ok"] == true)
      try await bench.fault("pubsubPublish", ["kind": "malformed_json"])
      _ = await ann.send("pubsubPublish", wish)
      #expect(await ann.next()?.stringValue?.hasPrefix("{\"response\"") == true)
      #expect(await bob.methods().count == 2)
    }
  }

  @Test("silence is of one connection, and lasts")
  func silence() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, bob) = (try await bench.join("ann", room), try await bench.join("bob", room))
      _ = await ann.heard()
      try await bench.fault("changeMode", ["kind": "silence"], peer: "ann")
      for method in ["changeMode", "getTransportStats"] { _ = await ann.send(method, ["mode": "RECV_ONLY"]) }
      _ = try await bob.data("changeMode", ["mode": "RECV_ONLY"])
      #expect(await eventually { (try? await bench.journal().count { $0["operation"] == "getTransportStats" }) == 1 })
      #expect(await ann.socket.receive(within: .milliseconds(50), SystemTime()) == nil)
      #expect(try await bench.connection("ann")?["mode"] == "SIGNALLING_ONLY")
      try await bench.control("POST", "sockets/silence", ["on": false, "participant_id": "ann"])
      _ = try await bob.data("changeMode", ["mode": "SEND_AND_RECV"])
      #expect(await ann.news("peerModeChanged") == ["peerId": "bob", "mode": "SEND_AND_RECV"])
    }
  }

  @Test("a client's own answers can be lost on their way, too")
  func lostAnswers() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.moderator("host", room)
      let ann = try await bench.join("ann", room)
      try await bench.fault("disableMic reply", ["kind": "hang"])
      _ = try await host.data("disablePeerMic", ["peerId": "ann"])
      await ann.accept(await ann.question("disableMic"))
      _ = await ann.heard()
      #expect(try await bench.connection("ann")?["unanswered"] == ["disableMic"])
    }
  }

  @Test("rules that cannot strike are refused by name")
  func rules() async throws {
    try await SignallingBench.running { bench in
      for (rule, status) in [
        (["match": ["method": "WS"], "fault": ["kind": "close", "code": 1000]], 201),
        (["match": ["method": "WS"], "fault": ["kind": "close", "code": 70000]], 400),
        (["match": ["method": "WS"], "fault": ["kind": "close", "code": 5]], 400),
        (["match": ["method": "WS"], "fault": ["kind": "html_error"]], 400),
        (["match": ["method": "WS"], "fault": ["kind": "refuse"]], 400),
        (["match": ["method": "WS"], "fault": ["kind": "fragmented"]], 400),
        (["fault": ["kind": "silence"]], 400), (["match": ["method": "GET"], "fault": ["kind": "garbage"]], 400),
      ] as [(JSON, Int)] {
        #expect(try await bench.control("POST", "faults", rule).status == status, "\(rule.text())")
      }
      // A rule for requests never strikes messages.
      try await bench.control("DELETE", "faults")
      try await bench.control("POST", "faults", ["match": ["operation": "join"], "fault": ["kind": "hang"]])
      _ = try await bench.join("ann", try await bench.room())
    }
  }

  @Test("connections are closed, broken and spoken on by the control plane, all or some")
  func controlPlane() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, bob) = (try await bench.join("ann", room), try await bench.join("bob", room))
      let other = try await bench.join("zoe", try await bench.room())
      for peer in [ann, bob] { _ = await peer.heard() }
      try await bench.control("POST", "sockets/send", ["text": "{}", "room_id": .string(room)])
      for peer in [ann, bob] { #expect(await peer.next() == [:]) }
      #expect(await other.heard().isEmpty)
      try await bench.control(
        "POST", "sockets/ask", ["method": "statsData", "data": ["a": 1], "participant_id": "ann"])
      let question = await ann.question("statsData")
      #expect(question?["data"] == ["a": 1])
      await ann.accept(question)
      _ = await ann.heard()
      #expect(try await bench.journal().contains { $0["operation"] == "statsData reply" })
      try await bench.control("POST", "sockets/close", ["code": 4000, "reason": "test", "participant_id": "ann"])
      let closure = await ann.closure()
      #expect(closure == WebSocketClosure(.peer, code: 4000, reason: "test"))
      #expect(await bob.news("peerClosed")?["peerId"] == "ann")
      try await bench.control("POST", "sockets/drop", [:])
      for peer in [bob, other] { #expect(await peer.closure()?.cause == .lost) }
      for (path, body, status) in [
        ("sockets/close", ["code": 99999], 400), ("sockets/send", [:], 400), ("sockets/ask", [:], 400),
        ("sockets/burn", [:], 404), ("sockets/drop", ["participant_id": "nobody"], 404),
        ("sockets/drop", ["x": 1], 400),
      ] as [(String, JSON, Int)] {
        #expect(try await bench.control("POST", path, body).status == status, "\(path)")
      }
    }
  }
}
