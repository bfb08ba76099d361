import Clocks
import EventDelivery
import GatewayEngine
import HTTPServer
import HTTPTypes
import JSONCoding
import MeetingCore
import Metrics
import ProgramTesting
import ProviderTesting
import Testing
import WebSocket

@testable import RESTFacade

@Suite("Events over a WebSocket")
struct EventSocketTests {
  @Test("an event is told as it happens, byte for byte as everywhere, and its id resumes")
  func events() async throws {
    try await SocketBench.running { bench in
      let room = await bench.harness.room()
      let socket = try await bench.follow("?room=\(room)&after_sequence=0")
      let first = await socket.frame()
      #expect(first["type"] == "event")
      let page = await bench.harness.send("GET", "/v1/rooms/\(room)/events")
      #expect(first["event"] == page.json["items"]?.arrayValue?.first)
      await bench.harness.join(room, person: "ana", connection: "c1")
      #expect(await socket.event().type == "session.started")
      let joined = await socket.event()
      #expect(joined.type == "participant.joined")
      await bench.harness.join(room, person: "bo", connection: "c2")
      let again = try await bench.follow("?after=\(joined.id)")
      #expect(await again.frame()["event"]?["data"]?["participant"]?["person"]?["external_id"] == "bo")
    }
  }

  @Test("the credential may come in the first frame")
  func firstFrame() async throws {
    try await SocketBench.running { bench in
      let room = await bench.harness.room()
      let socket = try await bench.connect("?room=\(room)&after_sequence=0&types=room.created", key: nil)
      await socket.say(["type": "auth", "token": .string(bench.harness.reader)])
      #expect(await socket.frame()["type"] == "ready")
      #expect(await socket.event().type == "room.created")
    }
  }

  @Test(
    "whoever does not say who it is, or not well, is told why and let go",
    arguments: [
      (#"{"type":"ping"}"#, 4401, "unauthenticated"),
      (#"{"type":"auth","token":"sb_nobody"}"#, 4401, "unauthenticated"),
      (#"{"type":"auth"}"#, 4400, "invalid_request"), (#"{"type":"auth","token":"a b"}"#, 4400, "invalid_request"),
      (#"{"type":"auth","token":"x","more":1}"#, 4400, "invalid_request"),
      (#"{"type":"hello"}"#, 4400, "invalid_request"),
      ("{}", 4400, "invalid_request"), ("[]", 4400, "invalid_request"), ("{", 4400, "invalid_json"),
    ] as [(String, UInt16, String)])
  func strangers(_ frame: String, _ code: UInt16, _ problem: String) async throws {
    try await SocketBench.running { bench in
      let socket = try await bench.connect(key: nil)
      await socket.send(WebSocketMessage(frame))
      let answer = await socket.frame()
      #expect(answer["type"] == "error")
      #expect(answer["problem"]?["code"]?.stringValue == problem)
      #expect(answer["problem"]?["instance"] == "/v1/events/ws")
      #expect(await socket.ending() == code)
    }
  }

  @Test("silence instead of a credential ends after ten seconds")
  func silence() async throws {
    let time = ManualTime()
    try await SocketBench.running(time: time) { bench in
      let socket = try await bench.connect(key: nil)
      #expect(await eventually { time.sleeperCount > 0 })
      await time.advance(by: .seconds(10))
      #expect(await socket.frame()["problem"]?["code"] == "unauthenticated")
      #expect(await socket.ending() == 4401)
    }
  }

  @Test("with a credential in the handshake a refusal is an answer of HTTP")
  func refusals() async throws {
    try await SocketBench.running { bench in
      let room = await bench.harness.room()
      let refused: [(query: String, key: String, status: Int)] = [
        ("", "sb_nobody", 401), ("", bench.harness.admin, 403), ("?room=room_x", bench.harness.manager, 404),
        ("?room=\(room)", bench.harness.stranger, 404), ("?after=x", bench.harness.manager, 400),
        ("?after_sequence=1", bench.harness.manager, 400), ("?more=1", bench.harness.manager, 400),
        ("?room=\(room)&after_sequence=99", bench.harness.manager, 400),
      ]
      for (query, key, status) in refused {
        await #expect(throws: WebSocketError.refused(status: status), "\(query)") {
          _ = try await bench.connect(query, key: key)
        }
      }
    }
  }

  @Test("what is no handshake is told so")
  func noHandshake() async throws {
    try await SocketBench.running { bench in
      let plain = await bench.harness.send("GET", "/v1/events/ws")
      #expect(plain.status == 400)
      #expect(plain.pointers == ["header:Upgrade"])
      let old = await bench.harness.send(
        "GET", "/v1/events/ws",
        fields: [
          "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "8",
          "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ])
      #expect(old.pointers == ["header:Sec-WebSocket-Version"])
    }
  }

  @Test("a client token has its own room, named or not, and hears of participants when it asks")
  func clientTokens() async throws {
    try await SocketBench.running { bench in
      let room = await bench.harness.room()
      let other = await bench.harness.room()
      let token = await bench.harness.clientToken(room, person: "ana")
      await #expect(throws: WebSocketError.refused(status: 403)) {
        _ = try await bench.connect("?room=\(other)", key: token)
      }
      let plain = try await bench.follow(key: token)
      let asking = try await bench.follow("?room=\(room)&types=participant.*", key: token)
      await bench.harness.join(room, person: "bo", connection: "c1")
      #expect(await plain.event().type == "session.started")
      #expect(await asking.event().type == "participant.joined")
      _ = await bench.harness.send("POST", "/v1/rooms/\(room)/lock")
      #expect(await plain.event().type == "room.locked")
    }
  }

  @Test("a client's socket ends with its ban, its room and its token")
  func endings() async throws {
    try await SocketBench.running { bench in
      let room = await bench.harness.room()
      let banned = try await bench.follow(key: await bench.harness.clientToken(room, person: "ana"))
      let waiting = try await bench.follow(key: await bench.harness.clientToken(room, person: "bo"))
      _ = await bench.harness.send("POST", "/v1/rooms/\(room)/bans", ["person": ["external_id": "ana"]])
      #expect(await banned.ending() == 4403)
      _ = await bench.harness.send("POST", "/v1/rooms/\(room)/end")
      #expect(await waiting.event().type != "")
      #expect(await waiting.ending() == 1000)
    }
  }

  @Test("a ping of the client is answered, and what it may not say ends the socket")
  func listening() async throws {
    try await SocketBench.running { bench in
      let socket = try await bench.follow()
      await socket.say(["type": "ping"])
      #expect(await socket.frame() == ["type": "pong"])
      await socket.say(["type": "pong"])
      await socket.say(["type": "auth", "token": .string(bench.harness.manager)])
      #expect(await socket.frame()["problem"]?["code"] == "invalid_request")
      #expect(await socket.ending() == 4400)
      let loud = try await bench.follow()
      await loud.send(.binary([1, 2]))
      #expect(await loud.ending() == 4400)
    }
  }

  @Test("sockets count as streams, and what a client says as requests")
  func limits() async throws {
    let limits = RateLimitOptions(perKey: RateLimit(60, burst: 4), streamsPerKey: 1)
    try await SocketBench.running(limits: limits) { bench in
      let first = try await bench.follow()
      await #expect(throws: WebSocketError.refused(status: 429)) {
        _ = try await bench.connect(key: bench.harness.manager)
      }
      for _ in 0..<5 { await first.say(["type": "ping"]) }
      #expect(await first.ending() == 4429)
      #expect(await eventually { bench.harness.metrics.value("switchboard_event_sockets_open") == 0 })
      let again = try await bench.follow(key: bench.harness.reader)
      #expect(again.closure == nil)
    }
  }

  @Test("a client that leaves frees what it held")
  func leaving() async throws {
    try await SocketBench.running { bench in
      for _ in 0..<20 {
        let socket = try await bench.follow()
        await socket.close()
      }
      let isFree = await eventually {
        bench.harness.metrics.value("switchboard_event_streams_open") == 0
          && bench.harness.metrics.value("switchboard_event_sockets_open") == 0 && bench.server.openConnections == 0
      }
      #expect(isFree)
      #expect(
        bench.harness.metrics.value("switchboard_event_sockets_closed_total", ["cause": "client"]) == 20)
    }
  }

  @Test("a client that does not read holds up nobody, is not stored up for, and is told that it missed something")
  func slowReader() async throws {
    try await SocketBench.running(tailCapacity: 16) { bench in
      let room = await bench.harness.room()
      let slow = try await bench.follow("?room=\(room)")
      let quick = try await bench.follow("?room=\(room)")
      // More than the sockets on both sides hold.
      var last = ""
      for _ in 0..<60 {
        try await bench.harness.flood(room, 16, bytes: 16 << 10)
        for _ in 0..<16 { last = await quick.event().id }
        _ = try await bench.harness.store.trimEvents(recordedBefore: .max, limit: 16)
      }
      #expect(last != "")
      _ = try await bench.harness.store.trimEvents(recordedBefore: .max, limit: 10_000)
      var frames = 0
      var farewell = JSON.null
      while case let frame = await slow.frame(), frame != .null {
        frames += 1
        farewell = frame
      }
      #expect(frames < 900, "it was not all kept for it")
      #expect(farewell["type"] == "stream.lagged")
      #expect(farewell["dropped"]?.integerValue ?? 0 > 0)
      #expect(slow.closure?.code == 4408)
      #expect(quick.closure == nil)
    }
  }

  @Test("when the gateway goes, its sockets are told")
  func shutdown() async throws {
    try await SocketBench.running { bench in
      let socket = try await bench.follow()
      let waiting = try await bench.connect(key: nil)
      await bench.stop()
      #expect(await socket.ending() == 1001)
      #expect(await waiting.ending() == 1001)
    }
  }

  @Test("a quiet socket shows that it lives")
  func beat() async throws {
    let time = ManualTime()
    try await SocketBench.running(time: time) { bench in
      let socket = try await bench.follow()
      let beat = Task { await bench.harness.tail.beat(every: .seconds(10), time) }
      defer { beat.cancel() }
      #expect(await eventually { bench.harness.tail.waitingCount == 1 })
      for _ in 0..<10 {
        #expect(await eventually { time.sleeperCount > 0 })
        await time.advance(by: .seconds(1))
      }
      #expect(await socket.frame() == ["type": "ping"])
    }
  }
}
