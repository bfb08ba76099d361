import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import VideoSDKMock

@Suite("Connecting to the signalling")
struct HandshakeTests {
  @Test("the subprotocol is agreed on; without it nobody is let in, unless so switched")
  func subprotocol() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let query = "roomId=\(room)&peerId=ann&secret=\(bench.token("ann", room, ["allow_join"]))"
      #expect(try await bench.open(query, subprotocols: ["other", "protoo"]).subprotocol == "protoo")
      for offer in [[], ["proto"]] {
        await #expect(throws: WebSocketError.refused(status: 403)) { try await bench.open(query, subprotocols: offer) }
      }
    }
    try await SignallingBench.running({ $0.requiresProtoo = false }) { bench in
      let room = try await bench.room()
      let query = "roomId=\(room)&peerId=ann&secret=\(bench.token("ann", room, ["allow_join"]))"
      #expect(try await bench.open(query, subprotocols: []).subprotocol == nil)
    }
  }

  private struct Case {
    let query: String
    let code: Int64
  }

  private static func cases(_ bench: SignallingBench, _ room: String) -> [Case] {
    func token(_ change: @escaping (inout JSONObject) -> Void) -> String { bench.vendor.token(change) }
    func query(_ token: String, room: String, peer: String = "ann", more: String = "") -> String {
      "roomId=\(room)&peerId=\(peer)&secret=\(token)\(more)"
    }
    let good = token { _ in }
    return [
      Case(query: "", code: 4003), Case(query: "roomId=\(room)", code: 4004),
      Case(query: "roomId=\(room)&peerId=ann", code: 4002), Case(query: query("x", room: room), code: 4002),
      Case(query: query(token { $0["exp"] = 1 }, room: room), code: 4001),
      Case(query: query(bench.vendor.token(key: "other"), room: room), code: 4002),
      Case(query: query(good, room: room, peer: "a%20b"), code: 4004),
      Case(query: query(token { $0["roles"] = ["crawler"] }, room: room), code: 4024),
      Case(query: query(token { $0["roomId"] = "aaaa-bbbb-cccc" }, room: room), code: 4022),
      Case(query: query(token { $0["participantId"] = "bob" }, room: room), code: 4023),
      Case(query: query(token { $0["permissions"] = ["ask_join", "allow_join"] }, room: room), code: 4008),
      Case(query: query(token { $0["permissions"] = ["allow_mod"] }, room: room), code: 4008),
      Case(query: query(good, room: room, more: "&mode=SHOUT"), code: 400),
      Case(query: query(good, room: room, more: "&peerType=robot"), code: 400),
    ]
  }

  @Test("whoever is not wanted is told why on the connection, which then closes")
  func refusedOnTheSocket() async throws {
    try await SignallingBench.running { bench in
      for one in Self.cases(bench, try await bench.room()) {
        let peer = Peer("ann", try await bench.open(one.query))
        let error = await peer.news("error")
        #expect(error?["code"]?.integerValue == one.code, "\(one.query)")
        #expect(error?["message"]?.stringValue?.isEmpty == false)
        #expect(await peer.closure()?.code == 1008)
      }
      #expect(try await bench.connections().isEmpty)
    }
  }

  @Test("or is refused with the handshake")
  func refusedHandshake() async throws {
    try await SignallingBench.running({ $0.refusal = .ofTheHandshake }) { bench in
      let room = try await bench.room()
      for one in Self.cases(bench, room) {
        await #expect(throws: WebSocketError.refused(status: 403), "\(one.query)") { try await bench.open(one.query) }
      }
      _ = try await bench.join("ann", room)
    }
  }

  @Test("a room that does not exist is silence, and then the end")
  func unknownRoom() async throws {
    try await SignallingBench.running { bench in
      let peer = try await bench.connect("ann", "aaaa-bbbb-cccc")
      _ = await peer.send("getRouterRtpCapabilities")
      _ = await peer.send("requestEntry", ["name": "Ann"])
      #expect(await eventually { (try? await bench.journal().count) == 2 })
      #expect(try await bench.connection("ann")?["stage"] == "stranger")
      try await bench.advance(seconds: 19)
      #expect(try await bench.connections().count == 1)
      try await bench.advance(seconds: 1)
      let closure = await peer.closure()
      #expect(closure?.cause == .peer && closure?.code == 1000)
      #expect(await peer.next() == nil)
      #expect(await eventually { (try? await bench.connections().isEmpty) == true })
    }
  }

  @Test("disabled rooms and rooms for others are refused")
  func closedRooms() async throws {
    try await SignallingBench.running { bench in
      let listed = try await bench.room(["allowedParticipantIds": ["bob"]])
      let disabled = try await bench.room()
      try await bench.send("POST", "/v2/rooms/deactivate", ["roomId": .string(disabled)])
      for (room, code) in [(listed, Int64(4023)), (disabled, 4003)] {
        #expect(try await bench.connect("ann", room).news("error")?["code"]?.integerValue == code)
      }
    }
  }

  @Test("frames that are none are passed over, and so is what a client only tells")
  func garbage() async throws {
    try await SignallingBench.running { bench in
      let peer = try await bench.join("ann", try await bench.room())
      for text in ["{", "[]", #"{"notification":true,"method":"x","data":{}}"#, #"{"response":true,"id":9,"ok":true}"#]
      {
        await peer.socket.send(WebSocketMessage(text))
      }
      await peer.socket.send(.binary([0xff, 0x7f]))
      #expect(await peer.heard().isEmpty)
      let operations = try await bench.journal().compactMap { $0["operation"]?.stringValue }
      #expect(operations.filter { $0 == "unreadable" }.count == 3)
      #expect(operations.contains("nothing reply"))
    }
  }

  @Test("the journal holds messages by their requests, and no token of a handshake")
  func journal() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      _ = try await bench.join("ann", room)
      let items = try await bench.journal()
      #expect(items.compactMap { $0["operation"]?.stringValue } == ["requestEntry", "join"])
      #expect(items[1]["path"]?.stringValue == "/rooms/\(room)/peers/ann")
      #expect(items[1]["body"]?["data"]?["displayName"] == "ANN")
      #expect(items.allSatisfy { $0["query"] == .null })
    }
  }
}

extension SignallingBench {
  /// The messages that were heard.
  func journal() async throws -> [JSON] {
    try await control("GET", "journal?method=WS").json["items"]?.arrayValue ?? []
  }
}
