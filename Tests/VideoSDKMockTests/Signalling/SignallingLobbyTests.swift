import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import VideoSDKMock

@Suite("The lobby, over the signalling")
struct SignallingLobbyTests {
  private static func wait(_ bench: SignallingBench, _ room: String) async throws -> Peer {
    let peer = try await bench.connect("ann", room, permissions: ["ask_join"])
    await peer.ask("requestEntry", ["name": "Ann"])
    return peer
  }

  @Test("those hear of somebody who waits who may let them in, and the join is answered with the decision")
  func allowed() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.join("host", room)
      let ann = try await Self.wait(bench, room)
      #expect(await host.news("entryRequested") == ["peerId": "ann", "name": "Ann"])
      let join = await ann.send("join", ["displayName": "Ann"])
      #expect(await eventually { (try? await bench.journal().last?["operation"]) == "join" })
      #expect(try await bench.connection("ann")?["stage"] == "waiting")
      _ = try await host.data("respondEntry", ["peerId": "ann", "decision": "allowed"])
      let verdict = await ann.next()
      #expect(verdict?["method"] == "entryResponded" && verdict?["data"]?["decision"] == "allowed")
      #expect(verdict?["data"]?["sessionId"]?.stringValue?.utf8.count == 24)
      let answer = await ann.answer(join)
      #expect(answer?["data"]?["peers"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["host"])
      let told = await host.heard().compactMap { $0["method"]?.stringValue }
      #expect(told == ["entryResponded", "newPeer"])
      #expect(await host.refusal("respondEntry", ["peerId": "ann", "decision": "allowed"]).hasPrefix("404"))
    }
  }

  @Test("who asked first and joins later is let in the same")
  func joinsLater() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.join("host", room)
      let ann = try await Self.wait(bench, room)
      _ = try await host.data("respondEntry", ["peerId": "ann", "decision": "allowed"])
      #expect(await ann.news("entryResponded")?["decision"] == "allowed")
      _ = try await ann.join()
      // Once let in is not let in for ever.
      await ann.socket.close()
      #expect(await host.news("peerClosed") != nil)
      _ = try await Self.wait(bench, room)
      #expect(await host.news("entryRequested") != nil)
    }
  }

  @Test("who is sent away does not get in")
  func denied() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.join("host", room)
      let ann = try await Self.wait(bench, room)
      let join = await ann.send("join")
      _ = try await host.data("respondEntry", ["peerId": "ann", "decision": "denied"])
      #expect(await ann.news("entryResponded")?["decision"] == "denied")
      let answer = await ann.answer(join)
      #expect(answer?["ok"] == false && answer?["errorCode"]?.integerValue == 403)
      #expect(await ann.refusal("join").hasPrefix("403"))
      // It may ask again.
      await ann.ask("requestEntry", ["name": "Ann"])
      #expect(await host.news("entryRequested") != nil)
    }
  }

  @Test("the control plane decides as somebody inside does", arguments: ["allowed", "denied"])
  func controlPlane(_ decision: String) async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      _ = try await bench.join("host", room)
      let ann = try await Self.wait(bench, room)
      let join = await ann.send("join")
      #expect(await eventually { (try? await bench.journal().last?["operation"]) == "join" })
      let done = try await bench.control(
        "POST", "rooms/\(room)/lobby", ["participant_id": "ann", "decision": .string(decision)])
      #expect(done.status == 204)
      #expect(await ann.answer(join)?["ok"] == .bool(decision == "allowed"))
    }
  }

  @Test("a device that waits is told of, and let in by somebody inside")
  func devices() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.join("host", room)
      let token = bench.vendor.token { $0["permissions"] = ["ask_join"] }
      try await bench.device("dev", room, ["token": .string(token), "name": "Dev"])
      #expect(await host.news("entryRequested") == ["peerId": "dev", "name": "Dev"])
      _ = try await host.data("respondEntry", ["peerId": "dev", "decision": "allowed"])
      #expect(await host.news("newPeer")?["id"] == "dev")
    }
  }

  @Test("only who holds allow_join hears and decides, and decides in words that are known")
  func who() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.join("host", room)
      let guest = try await bench.connect("guest", room, permissions: ["ask_join"])
      await guest.ask("requestEntry")
      _ = try await host.data("respondEntry", ["peerId": "guest", "decision": "allowed"])
      _ = await guest.news("entryResponded")
      _ = try await guest.join()
      let ann = try await Self.wait(bench, room)
      #expect(await guest.heard().isEmpty)
      #expect(await guest.refusal("respondEntry", ["peerId": "ann", "decision": "allowed"]).hasPrefix("403"))
      #expect(await host.refusal("respondEntry", ["peerId": "ann", "decision": "maybe"]).hasPrefix("400"))
      #expect(await host.refusal("respondEntry", ["peerId": "ann"]).hasPrefix("400"))
      #expect(await host.refusal("respondEntry", ["decision": "allowed"]).hasPrefix("400"))
      #expect(await ann.heard().isEmpty)
    }
  }

  @Test("who gives up waiting waits no longer")
  func givesUp() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.join("host", room)
      let ann = try await Self.wait(bench, room)
      await ann.socket.close()
      #expect(await eventually { (try? await bench.connections().count) == 1 })
      #expect(await host.refusal("respondEntry", ["peerId": "ann", "decision": "allowed"]).hasPrefix("404"))
    }
  }

  @Test("a session's end sends those away who wait")
  func sessionEnds() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let host = try await bench.moderator("host", room)
      let ann = try await Self.wait(bench, room)
      _ = try await host.data("closeRoom")
      #expect(await ann.question("close")?["data"]?["reasonCode"]?.integerValue == 1006)
    }
  }

  @Test("the member that names the participant is switched, and so is how a waiting join is answered")
  func switches() async throws {
    try await SignallingBench.running({
      $0.peerField = "id"
      $0.joinWaitsForEntry = false
    }) { bench in
      let room = try await bench.room()
      let host = try await bench.join("host", room)
      let ann = try await Self.wait(bench, room)
      #expect(await host.news("entryRequested") == ["id": "ann", "name": "Ann"])
      #expect(await ann.refusal("join").hasPrefix("403"))
      #expect(await host.refusal("respondEntry", ["peerId": "ann", "decision": "allowed"]).hasPrefix("400"))
      _ = try await host.data("respondEntry", ["id": "ann", "decision": "allowed"])
      #expect(await ann.news("entryResponded")?["id"] == "ann")
      _ = try await ann.join()
    }
  }
}
