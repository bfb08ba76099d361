import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import PolyMock

@Suite("What is said, and what is told of it")
struct ConversationTests {
  private func key(_ bench: Bench) -> HTTPFields { ["x-api-key": bench.mock.account.apiKey.revealed] }

  private func list(_ bench: Bench, _ query: String = "", key: HTTPFields? = nil) async throws -> Answer {
    let account = bench.mock.account
    return try await bench.send(
      "GET", "/v3/\(account.accountID)/\(account.projectID)/conversations?\(query)", nil, key ?? self.key(bench))
  }

  private func one(_ bench: Bench, _ id: String, _ more: String = "") async throws -> Answer {
    try await bench.send(
      "GET", "/v1/agents/\(bench.mock.account.projectID)/conversations/\(id)\(more)", nil, key(bench))
  }

  /// A call that has been, with what was said.
  private func talk(_ bench: Bench, _ sid: String = "sid-1") async throws {
    let call = try await bench.answered(["callSid": .string(sid), "caller": "+15550100"])
    try await bench.media("connected")
    try await bench.advance(seconds: 2)
    try await bench.control("POST", "calls/latest/say", ["by": "user", "text": "When do you open?"])
    try await bench.advance(seconds: 1.5)
    try await bench.control("POST", "calls/latest/say", ["by": "agent", "text": "At nine."])
    await call.wire.say(["type": "close", "sessionId": .string(call.session)])
    _ = await call.wire.heard()
  }

  @Test("a call whose media comes up is a conversation: the agent speaks first, turns pair what is said")
  func turns() async throws {
    try await Bench.running { bench in
      try await talk(bench)
      let found = try await list(bench, "include_latency=true")
      #expect(found["conversations"]?.arrayValue?.count == 1)
      #expect(found["cursor"] == .null)
      #expect(found["conversations", "0", "channel"] == "WEBRTC")
      #expect(found["conversations", "0", "in_progress"] == false)
      #expect(found["conversations", "0", "num_turns"] == 2)
      #expect(found["conversations", "0", "total_duration"] == 3)
      #expect(found["conversations", "0", "state", "call_sid"] == "sid-1")
      #expect(found["conversations", "0", "from_number"] == "+15550100")
      let turns = found["conversations", "0", "turns"]?.arrayValue ?? []
      #expect(turns.first?["user_input"] == "")
      #expect(turns.first?["agent_response"] == "Hello! How can I help you today?")
      #expect(turns.last?["user_input"] == "When do you open?")
      #expect(turns.last?["agent_response"] == "At nine.")
      #expect(turns.last?["latency"] == 1.5)
    }
  }

  @Test("without media there is no conversation, and nobody can say anything")
  func withoutMedia() async throws {
    try await Bench.running { bench in
      _ = try await bench.answered()
      #expect(try await bench.control("POST", "calls/latest/say", ["text": "x"]).status == 409)
      #expect(try await list(bench)["conversations"] == [])
    }
  }

  @Test("one conversation is told on its own, under other names; another id is not found")
  func reading() async throws {
    try await Bench.running { bench in
      try await talk(bench)
      let id = try await bench.call()["conversation_id"]?.stringValue ?? ""
      let found = try await one(bench, id)
      #expect(found["id"]?.stringValue == id)
      #expect(found["numTurns"] == 2)
      #expect(found["inProgress"] == false)
      #expect(found["turns", "1", "agentResponse"] == "At nine.")
      #expect(found["state", "call_sid"] == "sid-1")
      #expect(found["num_turns"] == nil)
      let missing = try await one(bench, "CONV-0")
      #expect(missing.status == 404)
      #expect(missing["error_code"] == "CONVERSATIONS_NOT_FOUND")
      #expect(missing["success"] == false)
      #expect(missing["error_id"]?.stringValue == missing.fields["X-PolyAI-Correlation-Id"])
    }
  }

  @Test("the sound can be had a while after the end, for each side and for both")
  func audio() async throws {
    try await Bench.running { bench in
      try await talk(bench)
      let id = try await bench.call()["conversation_id"]?.stringValue ?? ""
      #expect(try await one(bench, id, "/audio")["error_code"] == "CONVERSATIONS_RECORDING_NOT_FOUND")
      try await bench.advance(seconds: 5)
      let both = try await one(bench, id, "/audio")
      #expect(both.fields["Content-Type"] == "audio/wav")
      #expect(both.bytes.prefix(4) == Array("RIFF".utf8)[...])
      #expect(both.bytes.count == 44 + 28_000 * 4)
      let user = try await one(bench, id, "/audio?direction=user&redacted=true")
      let agent = try await one(bench, id, "/audio?direction=agent")
      #expect(user.bytes.count == 44 + 28_000 * 2)
      #expect(user.bytes != agent.bytes)
      #expect(try await one(bench, id, "/audio?direction=up").status == 400)
    }
  }

  @Test("conversations are listed newest first, page by page, and by what they are")
  func lists() async throws {
    try await Bench.running { bench in
      for sid in ["a", "b", "c"] { try await talk(bench, sid) }
      func sids(_ query: String) async throws -> [String] {
        let rows = try await list(bench, query)["conversations"]?.arrayValue ?? []
        return rows.compactMap { $0["state"]?["call_sid"]?.stringValue }
      }
      #expect(try await sids("") == ["c", "b", "a"])
      let first = try await list(bench, "limit=2")
      #expect(first["conversations"]?.arrayValue?.count == 2)
      #expect(first["next_offset"] == 2)
      #expect(try await sids("limit=2&offset=0&cursor=\(first["cursor"]?.stringValue ?? "")") == ["a"])
      #expect(try await sids("offset=1&limit=1") == ["b"])
      #expect(try await sids("start_time=2026-01-01T00:00:03Z&end_time=2026-01-01T00:00:04Z") == ["b"])
      #expect(try await sids("client_env=sandbox").isEmpty)
      #expect(try await sids("channel=WEBCHAT").isEmpty)
      #expect(try await sids("in_progress=true").isEmpty)
      let window = "&start_time=2026-01-01T00:00:00Z&end_time=2026-01-02T00:00:00Z"
      #expect(try await sids("query_type=transcript&query=OPEN" + window).count == 3)
      #expect(try await sids("query_type=transcript&query=close" + window).isEmpty)
      for query in [
        "limit=0", "limit=1001", "cursor=junk", "client_env=moon", "start_time=today", "variant_id=a&variant_name=b",
        "color=red", "query_type=transcript&query=x", "sample=random",
      ] {
        let refused = try await list(bench, query)
        #expect(refused.status == 400, "\(query)")
        #expect(refused["error_code"] == "GET_CONVERSATIONS_FILTER_PARSE_ERROR", "\(query)")
      }
    }
  }

  @Test("accounts see their own alone")
  func accounts() async throws {
    let other = PolyMockConfiguration.Account(
      connectorToken: Secret("c2"), webCallingToken: Secret("w2"), apiKey: Secret("k2"), accountID: "ws-2",
      projectID: "PROJECT-2")
    try await Bench.running(others: [other]) { bench in
      try await talk(bench)
      let id = try await bench.call()["conversation_id"]?.stringValue ?? ""
      let wrong = try await list(bench, key: ["x-api-key": "wrong"])
      #expect(wrong.status == 401)
      #expect(wrong["error_code"] == "AUTH_USER_INVALID_TOKEN")
      #expect(try await list(bench, key: ["x-api-key": "k2"])["error_code"] == "USER_ACCESS_FORBIDDEN")
      let own = try await bench.send("GET", "/v3/ws-2/PROJECT-2/conversations", nil, ["x-api-key": "k2"])
      #expect(own["conversations"] == [])
      let foreign = try await bench.send(
        "GET", "/v1/agents/PROJECT-2/conversations/\(id)", nil, ["x-api-key": "k2"])
      #expect(foreign.status == 404)
      let nowhere = try await bench.send("GET", "/v3/ws-2/PROJECT-3/conversations", nil, ["x-api-key": "k2"])
      #expect(nowhere["error_code"] == "PROJECT_NOT_FOUND")
    }
  }

  @Test("turns may be hidden, calls unnamed, and conversations late")
  func switches() async throws {
    try await Bench.running { bench in
      try await bench.set(["shows_turns": false, "state_names_call": false, "conversation_after_seconds": 30])
      try await talk(bench)
      let found = try await list(bench)
      #expect(found["conversations", "0", "turns"] == [])
      #expect(found["conversations", "0", "num_turns"] == 2)
      #expect(found["conversations", "0", "state", "call_sid"] == nil)
      let id = found["conversations", "0", "id"]?.stringValue ?? ""
      #expect(try await one(bench, id).status == 404)
      try await bench.advance(seconds: 30)
      #expect(try await one(bench, id).status == 200)
    }
  }

  @Test("what is said in a call is told on the messaging socket that is linked with it, unless so switched")
  func transcript() async throws {
    try await Bench.running { bench in
      let messaging = try await bench.messaging(try await bench.session())
      await messaging.say(["type": "EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION", "payload": ["call_sid": "sid-1"]])
      await messaging.say(["type": "EVENT_TYPE_HEARTBEAT", "payload": [:]])
      _ = await messaging.frame(of: "EVENT_TYPE_HEARTBEAT")
      _ = try await bench.answered()
      try await bench.media("connected")
      try await bench.control("POST", "calls/latest/say", ["by": "user", "text": "Hi"])
      try await bench.control("POST", "calls/latest/say", ["by": "agent", "text": "Hello again", "chunks": 2])
      #expect(await messaging.frame(of: "EVENT_TYPE_POLY_AGENT_MESSAGE") != nil)
      #expect(await messaging.frame(of: "EVENT_TYPE_USER_MESSAGE")?["payload"]?["text"] == "Hi")
      var parts: [String] = []
      while parts.count < 3, let chunk = await messaging.frame(of: "EVENT_TYPE_POLY_AGENT_MESSAGE_CHUNK") {
        parts.append(chunk["payload"]?["text"]?.stringValue ?? "")
      }
      #expect(parts.joined() == "Hello again")
      try await bench.set(["linked_socket_tells": false])
      try await bench.control("POST", "calls/latest/say", ["text": "Unheard"])
      await messaging.say(["type": "EVENT_TYPE_HEARTBEAT", "payload": [:]])
      #expect(await messaging.next()?["type"] != "EVENT_TYPE_POLY_AGENT_MESSAGE")
    }
  }
}
