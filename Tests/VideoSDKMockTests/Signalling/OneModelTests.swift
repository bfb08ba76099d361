import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import VideoSDKMock

@Suite("Sockets and REST see the same rooms")
struct OneModelTests {
  @Test("who joins by a socket is in the session, and has left with it")
  func sessions() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let ann = try await bench.join("ann", room)
      let session = try await bench.send("GET", "/v2/sessions?roomId=\(room)").json["data"]?.arrayValue?.first
      #expect(session?["status"] == "ongoing")
      let path = "/v2/sessions/\(session?["id"]?.stringValue ?? "")/participants/active"
      let active = try await bench.send("GET", path).json["data"]?.arrayValue?.first?["participants"]?.arrayValue
      #expect(active?.count == 1 && active?[0]["participantId"] == "ann" && active?[0]["name"] == "ANN")
      #expect(active?[0]["mode"] == "SIGNALLING_ONLY")
      await ann.socket.close()
      #expect(await eventually { (try? await bench.connections().isEmpty) == true })
      let left = try await bench.send("GET", path).json["data"]?.arrayValue?.first?["participants"]?.arrayValue
      #expect(left?.isEmpty != false)
      try await bench.advance(seconds: 10)
      let ended = try await bench.send("GET", "/v2/sessions?roomId=\(room)").json["data"]?.arrayValue?.first
      #expect(ended?["status"] == "ended")
    }
  }

  @Test("webhooks tell of who comes and goes by sockets, in order")
  func webhooks() async throws {
    try await SignallingBench.running { bench in
      try await bench.control("POST", "webhooks", ["url": .string(bench.mock.url + "/nowhere"), "events": []])
      let room = try await bench.room()
      func types() async throws -> [String] {
        let told = try await bench.control("GET", "webhooks/deliveries").json["items"]?.arrayValue ?? []
        return told.compactMap { $0["type"]?.stringValue }
      }
      let ann = try await bench.join("ann", room)
      // What two connections bring about at the same time is told in either order.
      #expect(await eventually { (try? await types().count) == 2 })
      let bob = try await bench.join("bob", room)
      #expect(await eventually { (try? await types().count) == 3 })
      await bob.socket.close()
      #expect(await ann.news("peerClosed")?["reasonCode"]?.integerValue == 1001)
      #expect(await eventually { (try? await types().count) == 4 })
      #expect(try await types() == ["session-started", "participant-joined", "participant-joined", "participant-left"])
    }
  }

  @Test("who is removed by REST is told so, and why", arguments: ["ann", "dev"])
  func removedByREST(_ id: String) async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, bob) = (try await bench.join("ann", room), try await bench.join("bob", room))
      try await bench.device("dev", room)
      _ = await bob.heard()
      let removed = try await bench.send(
        "POST", "/v2/sessions/participants/remove", ["participantId": .string(id), "roomId": .string(room)])
      #expect(removed.status == 200)
      let gone = await bob.news("peerClosed")
      #expect(gone?["peerId"]?.stringValue == id && gone?["reasonCode"]?.integerValue == 1010)
      guard id == "ann" else { return }
      #expect(await ann.question("close")?["data"]?["reasonCode"]?.integerValue == 1010)
      await ann.socket.close()
      // Nothing is told twice.
      #expect(await eventually { (try? await bench.connections().count) == 1 })
      #expect(await bob.heard().isEmpty)
    }
  }

  @Test("a session that REST ends is over for sockets a moment later, for that reason")
  func endedByREST() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let ann = try await bench.join("ann", room)
      try await bench.send("POST", "/v2/sessions/end", ["roomId": .string(room)])
      #expect(await ann.heard().isEmpty)
      try await bench.advance(seconds: 5)
      #expect(await ann.question("close")?["data"]?["reasonCode"]?.integerValue == 1009)
      await ann.socket.close()
      let back = try await bench.join("ann", room)
      #expect(await back.heard().isEmpty)
    }
  }

  @Test("an agent that is sent into a room shows on sockets, and goes with the last person")
  func agents() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, bob) = (try await bench.join("ann", room), try await bench.join("bob", room))
      _ = await ann.heard()
      let sent = try await bench.send(
        "POST", "/v2/agent/dispatch", ["meetingId": .string(room), "agentId": "agent-1"])
      #expect(sent.status == 200)
      try await bench.advance(seconds: 5)
      #expect(await ann.news("newPeer")?["peerType"] == "agent")
      #expect(await ann.news("participantMediaStateChanged")?["newState"] == true)
      await bob.socket.close()
      #expect(await ann.news("peerClosed")?["peerId"] == "bob")
      #expect(await ann.heard().isEmpty)
    }
  }

  @Test("a reset closes every connection")
  func reset() async throws {
    try await SignallingBench.running { bench in
      let ann = try await bench.join("ann", try await bench.room())
      #expect(try await bench.control("POST", "reset").status == 204)
      #expect(await ann.closure()?.code == 1001)
      #expect(try await bench.connections().isEmpty)
    }
  }

  @Test("many who come and go at once are told to each other in one order")
  func together() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let bot = try await bench.join("bot", room)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<12 {
          group.addTask {
            let peer = try await bench.join("p\(index)", room)
            await peer.socket.close()
          }
        }
        try await group.waitForAll()
      }
      #expect(await eventually { (try? await bench.connections().count) == 1 })
      var inside: Set<String> = []
      let frames = await bot.heard()
      #expect(frames.count == 24)
      for frame in frames {
        let data = frame["data"]
        switch frame["method"]?.stringValue {
        case "newPeer":
          let isNew = inside.insert(data?["id"]?.stringValue ?? "").inserted
          #expect(isNew)
        case "peerClosed":
          let gone = inside.remove(data?["peerId"]?.stringValue ?? "")
          #expect(gone != nil)
        default: Issue.record("\(frame.text())")
        }
      }
      #expect(inside.isEmpty)
    }
  }
}
