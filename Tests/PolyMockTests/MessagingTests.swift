import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import PolyMock

@Suite("The messaging socket")
struct MessagingTests {
  @Test("a session begins with a batch of exactly one event, which has an id, a time and the capabilities")
  func start() async throws {
    try await Bench.running { bench in
      let wire = try await bench.messaging(try await bench.session())
      let batch = await wire.next()
      #expect(batch?["type"] == "EVENT_TYPE_EVENT_BATCH")
      let events = try #require(batch?["payload"]?["events"]?.arrayValue)
      #expect(events.count == 1)
      #expect(events[0]["type"] == "EVENT_TYPE_SESSION_START")
      #expect(events[0]["sequence"] == 1)
      #expect(events[0]["id"]?.stringValue?.isEmpty == false)
      #expect(events[0]["timestamp"] == "2026-01-01T00:00:00.000Z")
      #expect(
        events[0]["payload"]?["capabilities"] == [
          "streaming": false, "max_message_size_bytes": 131_072, "max_reconnect_attempts": 10,
          "heartbeat_interval_seconds": 30,
        ])
    }
  }

  @Test(
    "the first event can come in every way that clients have met or missed",
    arguments: ["bare", "batched", "without_timestamp", "without_id", "never"])
  func startOtherwise(_ way: String) async throws {
    try await Bench.running { bench in
      try await bench.set(["session_start": .string(way)])
      let wire = try await bench.messaging(try await bench.session())
      await wire.say(["type": "EVENT_TYPE_HEARTBEAT", "payload": [:]])
      let first = await wire.next()
      let events = first?["payload"]?["events"]?.arrayValue ?? []
      switch way {
      case "bare":
        #expect(first?["type"] == "EVENT_TYPE_SESSION_START")
        #expect(first?["id"] != nil && first?["timestamp"] != nil)
      case "batched":
        #expect(events.map { $0["type"]?.stringValue } == ["EVENT_TYPE_SESSION_START", "EVENT_TYPE_SYSTEM_MESSAGE"])
        #expect(events.allSatisfy { $0["id"] != nil && $0["timestamp"] != nil })
      case "never": #expect(first?["type"] == "EVENT_TYPE_HEARTBEAT")
      default:
        #expect(events.map { $0["type"]?.stringValue } == ["EVENT_TYPE_SESSION_START"])
        #expect((events[0]["timestamp"] == nil) == (way == "without_timestamp"))
        #expect((events[0]["id"] == nil) == (way == "without_id"))
      }
    }
  }

  @Test("the first event can be late, by the vendor's clock, and have its payload under its own name")
  func late() async throws {
    try await Bench.running { bench in
      try await bench.set(["session_start_after_ms": 14_000, "payload_member": "type"])
      let wire = try await bench.messaging(try await bench.session())
      await wire.say(["type": "EVENT_TYPE_HEARTBEAT", "payload": [:]])
      // Nobody who has not been welcomed is told anything.
      try await bench.advance(seconds: 13)
      #expect(try await bench.control("GET", "sockets")["items", "0", "ready"] == false)
      try await bench.advance(seconds: 1)
      let event = await wire.next()?["payload"]?["events"]?.arrayValue?.first
      #expect(event?["session_start"]?["capabilities"] != nil)
      #expect(event?["payload"] == nil)
    }
  }

  @Test("bad handshakes are refused over HTTP, with the vendor's texts")
  func handshakes() async throws {
    try await Bench.running { bench in
      let session = try await bench.session()
      let stranger = try await bench.accessToken()
      let other = "00000000-0000-4000-8000-000000000000"
      #expect(await bench.handshake("/ws").refusal == "400 invalid connection parameters")
      #expect(await bench.handshake("/ws?session_id=\(session.id)").refusal == "400 invalid connection parameters")
      #expect(
        await bench.handshake("/ws?session_id=\(session.id)&access_token=x").refusal == "401 authentication failed")
      #expect(
        await bench.handshake("/ws?session_id=\(other)&access_token=\(session.token)").refusal
          == "404 session not found")
      // A session is its own bearer's alone.
      #expect(
        await bench.handshake("/ws?session_id=\(session.id)&access_token=\(stranger)").refusal
          == "404 session not found")
      try await bench.set(["sockets_per_session": 2])
      let open = [try await bench.messaging(session), try await bench.messaging(session)]
      for wire in open { #expect(await wire.next() != nil) }
      #expect(
        await bench.handshake("/ws?session_id=\(session.id)&access_token=\(session.token)").refusal
          == "429 connection limit exceeded for session")
      await #expect(throws: WebSocketError.refused(status: 429)) { try await bench.messaging(session) }
      #expect(try await bench.send("GET", "/ws").status == 400)
    }
  }

  @Test("the JWT may be called auth_token, too")
  func otherName() async throws {
    try await Bench.running { bench in
      let session = try await bench.session()
      let wire = try await bench.open("/ws?auth_token=\(session.token)&session_id=\(session.id)")
      #expect(await wire.next()?["type"] == "EVENT_TYPE_EVENT_BATCH")
    }
  }

  @Test("the link frame is taken without a word and remembered; heartbeats come back")
  func link() async throws {
    try await Bench.running { bench in
      let session = try await bench.session()
      let wire = try await bench.messaging(session)
      _ = await wire.next()
      await wire.say(["type": "EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION", "payload": ["call_sid": "sid-1"]])
      await wire.say(["type": "EVENT_TYPE_HEARTBEAT", "payload": [:]])
      let heard = await wire.next()
      #expect(heard?["type"] == "EVENT_TYPE_HEARTBEAT")
      #expect(heard?["sequence"] == .null)
      _ = try await bench.answered(["callSid": "sid-1"])
      #expect(try await bench.call()["linked_session_id"]?.stringValue == session.id)
      #expect(try await bench.control("GET", "state")["sessions", "0", "call_sid"] == "sid-1")
    }
  }

  @Test("what is not allowed is told by a system message, and the socket stays")
  func refusals() async throws {
    try await Bench.running { bench in
      let wire = try await bench.messaging(try await bench.session())
      _ = await wire.next()
      let unknown = "Unknown event type or invalid message format"
      let cases: [(String, String)] = [
        ("junk", unknown), ("{}", unknown), (#"{"type":"HEARTBEAT"}"#, unknown),
        (#"{"type":"EVENT_TYPE_SESSION_END","payload":{}}"#, "Event type not allowed: EVENT_TYPE_SESSION_END"),
        (#"{"type":"EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION","payload":{}}"#, unknown),
        (#"{"type":"EVENT_TYPE_USER_TYPING","payload":{"state":"x"}}"#, unknown),
      ]
      for (text, message) in cases {
        await wire.say(text: text)
        let event = await wire.next()
        #expect(event?["type"] == "EVENT_TYPE_SYSTEM_MESSAGE")
        #expect(event?["payload"]?["level"] == "SYSTEM_MESSAGE_LEVEL_ERROR")
        #expect(event?["payload"]?["message"]?.stringValue == message, "\(text)")
      }
      await wire.socket.send(.binary(Array(#"{"type":"EVENT_TYPE_HEARTBEAT","payload":{}}"#.utf8)))
      #expect(await wire.next()?["payload"]?["message"]?.stringValue == unknown)
    }
  }

  @Test("ten minutes of silence end a session, on the vendor's clock; a heartbeat begins them anew")
  func idle() async throws {
    try await Bench.running { bench in
      let session = try await bench.session()
      let wire = try await bench.messaging(session)
      _ = await wire.next()
      try await bench.advance(seconds: 590)
      await wire.say(["type": "EVENT_TYPE_HEARTBEAT", "payload": [:]])
      #expect(await wire.next()?["type"] == "EVENT_TYPE_HEARTBEAT")
      try await bench.advance(seconds: 599)
      #expect(try await bench.control("GET", "state")["sessions", "0", "over"] == false)
      try await bench.advance(seconds: 1)
      #expect(await wire.next()?["payload"]?["reason"] == "REASON_USER_ABANDONED")
      #expect(await wire.closure() == WebSocketClosure(.peer, code: 1000))
      #expect(
        await bench.handshake("/ws?session_id=\(session.id)&access_token=\(session.token)").refusal
          == "404 session not found")
    }
  }

  @Test("a frame that is too long closes the socket")
  func length() async throws {
    try await Bench.running { bench in
      let wire = try await bench.messaging(try await bench.session())
      await wire.say(text: String(repeating: "x", count: 131_073))
      #expect(await wire.closure()?.code == 1009)
    }
  }

  @Test("a conversation in writing: join, echo, greeting, message, reply, end")
  func chat() async throws {
    try await Bench.running { bench in
      try await bench.control("POST", "agent", ["replies": ["It opens at nine."]])
      let wire = try await bench.messaging(try await bench.session())
      _ = await wire.next()
      await wire.say(["type": "EVENT_TYPE_REQUEST_POLY_AGENT_JOIN", "payload": [:]])
      await wire.say([
        "type": "EVENT_TYPE_USER_MESSAGE", "payload": ["text": "When?"], "metadata": ["custom": ["local_id": "7"]],
      ])
      await wire.say(["type": "EVENT_TYPE_USER_END_SESSION", "payload": [:]])
      var events: [JSON] = []
      while let event = await wire.next() { events.append(event) }
      #expect(
        events.map { $0["type"]?.stringValue?.dropFirst("EVENT_TYPE_".count) } == [
          "REQUEST_POLY_AGENT_JOIN", "POLY_AGENT_JOINED", "POLY_AGENT_THINKING", "POLY_AGENT_MESSAGE", "USER_MESSAGE",
          "POLY_AGENT_THINKING", "POLY_AGENT_MESSAGE", "USER_END_SESSION", "SESSION_END",
        ])
      #expect(events.map { $0["sequence"]?.integerValue } == (2...10).map { $0 })
      #expect(events[4]["metadata"]?["custom"] == ["local_id": "7"])
      #expect(events[4]["payload"]?["message_id"] != nil)
      #expect(events[6]["payload"]?["text"] == "It opens at nine.")
      #expect(events[8]["payload"]?["reason"] == "REASON_USER_END")
      #expect(wire.socket.closure?.code == 1000)
    }
  }

  @Test("with streaming the agent's words come in chunks, the last one empty")
  func chunks() async throws {
    try await Bench.running { bench in
      let wire = try await bench.messaging(try await bench.session(["streaming_enabled": true]))
      await wire.say(["type": "EVENT_TYPE_REQUEST_POLY_AGENT_JOIN", "payload": [:]])
      var chunks: [JSON] = []
      while chunks.last?["is_complete"] != true, let event = await wire.frame(of: "EVENT_TYPE_POLY_AGENT_MESSAGE_CHUNK")
      {
        chunks.append(event["payload"] ?? .null)
      }
      #expect(chunks.map { $0["chunk_index"]?.integerValue } == [1, 2, 3])
      #expect(chunks.compactMap { $0["text"]?.stringValue }.joined() == "Hello! How can I help you today?")
      #expect(chunks.last?["text"] == "")
      #expect(Set(chunks.map { $0["message_id"] }).count == 1)
    }
  }

  @Test("anything that clients know can be told, and a session can come to its end")
  func told() async throws {
    try await Bench.running { bench in
      let session = try await bench.session()
      let wire = try await bench.messaging(session)
      _ = await wire.next()
      let joined: JSON = ["type": "LIVE_AGENT_JOINED", "payload": ["agent": ["id": "7", "name": "Ann"]]]
      #expect(try await bench.control("POST", "sessions/latest/events", joined).status == 204)
      let typing: JSON = ["type": "LIVE_AGENT_TYPING", "payload": ["state": "TYPING_STATE_STARTED"], "passing": true]
      try await bench.control("POST", "sessions/\(session.id)/events", typing)
      let live = await wire.next()
      #expect(live?["type"] == "EVENT_TYPE_LIVE_AGENT_JOINED")
      #expect(live?["payload"]?["agent"]?["name"] == "Ann")
      #expect(live?["sequence"] == 2)
      #expect(await wire.next()?["sequence"] == .null)
      #expect(try await bench.control("POST", "sessions/latest/end", ["reason": "TIRED"]).status == 400)
      #expect(try await bench.control("POST", "sessions/latest/end", [:]).status == 204)
      #expect(await wire.next()?["payload"] == ["reason": "REASON_NATURAL_END"])
      #expect(await wire.closure()?.code == 1000)
      #expect(try await bench.control("POST", "sessions/latest/end", [:]).status == 409)
      #expect(try await bench.control("POST", "sessions/nobody/end", [:]).status == 404)
    }
  }

  @Test("a call's end can end the session that is linked with it")
  func endsWithCall() async throws {
    try await Bench.running({ $0.callEndsSession = true }) { bench in
      let wire = try await bench.messaging(try await bench.session())
      await wire.say(["type": "EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION", "payload": ["call_sid": "sid-1"]])
      await wire.say(["type": "EVENT_TYPE_HEARTBEAT", "payload": [:]])
      _ = await wire.frame(of: "EVENT_TYPE_HEARTBEAT")
      let call = try await bench.answered()
      await call.wire.say(["type": "close", "sessionId": .string(call.session)])
      #expect(await wire.frame(of: "EVENT_TYPE_SESSION_END")?["payload"] == ["reason": "REASON_NATURAL_END"])
    }
  }

  @Test("whoever comes back hears what it has missed, and always how it began")
  func resume() async throws {
    try await Bench.running { bench in
      let session = try await bench.session()
      let wire = try await bench.messaging(session)
      await wire.say(["type": "EVENT_TYPE_USER_MESSAGE", "payload": ["text": "one"]])
      await wire.say(["type": "EVENT_TYPE_USER_MESSAGE", "payload": ["text": "two"]])
      #expect(await wire.frame { $0["payload"]?["text"] == "two" } != nil)
      await wire.socket.close(1001, "")
      for (cursor, expected) in [
        ("", [1, 2, 3]), ("&cursor=2", [1, 3]), ("&cursor=seq:3", [1]), ("&cursor=junk", [1, 2, 3]),
      ]
        as [(String, [Int64])]
      {
        let again = try await bench.messaging(session, cursor)
        let events = await again.next()?["payload"]?["events"]?.arrayValue
        #expect(events?.compactMap { $0["sequence"]?.integerValue } == expected, "\(cursor)")
      }
    }
  }
}
