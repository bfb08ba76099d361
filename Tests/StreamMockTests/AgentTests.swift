import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import StreamMock

@Suite("Agents")
struct AgentTests {
  private static let weather: JSON = [
    "type": "function", "name": "get_weather", "description": "The weather", "parameters": ["type": "object"],
  ]

  private func update(_ members: JSONObject) -> JSON {
    var session: JSONObject = ["type": "realtime"]
    for (key, value) in members.pairs { session[key] = value }
    return ["type": "session.update", "session": .object(session)]
  }

  @Test("an agent's connection begins with a session, and the agent joins the call, which is made for it")
  func connect() async throws {
    try await AgentClient.running { bench async throws in
      let connection = try await bench.connect(
        query: "call_type=default&call_id=c&api_key=mockstreamkey&model=gpt-realtime-mini")
      let created = await connection.frame()
      #expect(created?["type"] == "session.created")
      #expect(created?["session"]?["model"] == "gpt-realtime-mini")
      #expect(created?["session"]?["audio"]?["output"]?["voice"] == "alloy")
      let joined = await connection.frame()
      #expect(joined?["type"] == "call.session_participant_joined")
      #expect(joined?["participant"]?["user"]?["id"] == "lucy")
      let state = try await bench.send("GET", "/_mock/state").json
      let device = state["mockstreamkey"]?["calls"]?.arrayValue?.first?["devices"]?.arrayValue?.first
      #expect(device?["user_id"] == "lucy" && device?["audio"] == true)
      await connection.close()
    }
  }

  @Test("a client that puts the model behind a second question mark is understood")
  func twoQuestionMarks() async throws {
    try await AgentClient.running { bench async throws in
      let connection = try await bench.connect(
        query: "call_type=default&call_id=c&api_key=mockstreamkey?model=gpt-4o")
      #expect(await connection.frame()?["session"]?["model"] == "gpt-4o")
      await connection.close()
    }
  }

  @Test("the end of the socket takes the agent out of the call")
  func leaving() async throws {
    try await AgentClient.running { bench async throws in
      let connection = try await bench.connect()
      _ = await connection.frames(upTo: "call.session_participant_joined")
      await connection.close()
      #expect(
        await eventually {
          let state = try? await bench.send("GET", "/_mock/state").json
          let devices = state?["mockstreamkey"]?["calls"]?.arrayValue?.first?["devices"]?.arrayValue
          return devices?.first?["connected"] == false
        })
    }
  }

  @Test("an agent that is thrown out hears of it, and its socket is closed")
  func thrownOut() async throws {
    try await AgentClient.running { bench async throws in
      let connection = try await bench.connect()
      _ = await connection.frames(upTo: "call.session_participant_joined")
      #expect(try await bench.send("POST", "/api/v2/video/call/default/c/kick", ["user_id": "lucy"]).status == 201)
      #expect(
        await connection.frames(upTo: "call.session_participant_left").types.last == "call.session_participant_left")
      #expect(await connection.receive() == nil)
      #expect(connection.closure == WebSocketClosure(.peer, code: 1000, reason: "the agent has left the call"))
    }
  }

  @Test(
    "who may not connect is refused before the upgrade",
    arguments: [
      ("call_type=default&call_id=c", 401), ("call_type=default&call_id=c&api_key=other", 401),
      ("call_type=default&api_key=mockstreamkey", 400), ("call_type=none&call_id=c&api_key=mockstreamkey", 404),
      ("call_type=default&call_id=other&api_key=mockstreamkey", 403),
    ])
  func refused(_ row: (query: String, status: Int)) async throws {
    try await AgentClient.running { bench async throws in
      await #expect(throws: WebSocketError.refused(status: row.status)) {
        _ = try await bench.connect(query: row.query)
      }
    }
  }

  @Test("a token is needed, and one of a user")
  func tokens() async throws {
    try await AgentClient.running { bench async throws in
      await #expect(throws: WebSocketError.refused(status: 401)) { _ = try await bench.connect(token: "") }
      await #expect(throws: WebSocketError.refused(status: 401)) { _ = try await bench.connect(token: "a.b.c") }
      await #expect(throws: WebSocketError.refused(status: 400)) {
        _ = try await bench.connect(token: bench.vendor.server)
      }
    }
  }

  @Test("a bad key for the model is told in the model's own words, and nobody joins", arguments: [nil, "Bearer xyz"])
  func badKey(_ key: String?) async throws {
    try await AgentClient.running { bench async throws in
      let connection = try await bench.connect(key: key)
      let frame = await connection.frame()
      #expect(frame?["type"] == "error" && frame?["error"]?["code"] == "invalid_api_key")
      #expect(await connection.receive() == nil)
      #expect(try await bench.send("GET", "/_mock/rooms/default%3Ac/agents").json["items"] == [])
    }
  }

  @Test("the bridge that is down answers with its opaque error, also those that still ask for the beta")
  func down() async throws {
    try await AgentClient.running { bench async throws in
      let old = try await bench.connect(beta: true)
      #expect(await old.frame() == ["type": "server_error", "code": "42", "message": "Error:  code "])
      #expect(try await bench.send("POST", "/_mock/agents", ["mode": "down"]).status == 200)
      let connection = try await bench.connect()
      #expect(await connection.frame()?["code"] == "42")
      #expect(await connection.receive() == nil)
    }
  }

  @Test("what is said comes in deltas and whole, and the media side hears it", arguments: AgentDialect.allCases)
  func speech(_ dialect: AgentDialect) async throws {
    try await AgentClient.running({ $0.agentEvents = dialect }) { bench async throws in
      let connection = try await bench.connect()
      _ = await connection.frames(upTo: "call.session_participant_joined")
      #expect(try await bench.act("say", ["text": "Hello there", "finish": false]).status == 204)
      #expect(try await bench.agent()["speaking"] == true)
      let device = try await bench.send("GET", "/_mock/state").json["mockstreamkey"]?["calls"]?.arrayValue?.first?[
        "devices"]?.arrayValue?.first
      #expect(device?["speaking"] == true && (device?["level"]?.numberValue ?? 0) > 0)
      try await bench.act("finish")
      let frames = await connection.frames(upTo: "response.done")
      let name = dialect == .beta ? "response.audio_transcript" : "response.output_audio_transcript"
      #expect(
        frames.filter { $0["type"]?.stringValue == name + ".delta" }.compactMap { $0["delta"]?.stringValue } == [
          "Hello", " there",
        ])
      #expect(frames.first(name + ".done")?["transcript"] == "Hello there")
      #expect(frames.last?["response"]?["status"] == "completed")
      #expect(try await bench.agent()["speaking"] == false)
      await connection.close()
    }
  }

  @Test("a model without turn detection does not notice what people say; with it, it answers")
  func turns() async throws {
    try await AgentClient.running { bench async throws in
      let connection = try await bench.connect()
      await connection.say(
        update(["audio": ["input": ["turn_detection": .null, "transcription": ["model": "whisper-1"]]]]))
      _ = await connection.frames(upTo: "session.updated")
      try await bench.act("hear", ["text": "Are you there?"])
      #expect(try await bench.agent()["items"] == [])
      await connection.say(update(["audio": ["input": ["turn_detection": ["type": "server_vad"]]]]))
      _ = await connection.frames(upTo: "session.updated")
      try await bench.act("script", ["replies": ["I am here."]])
      try await bench.act("hear", ["text": "Are you there?"])
      let frames = await connection.frames(upTo: "response.done")
      #expect(frames.types.first == "input_audio_buffer.speech_started")
      #expect(
        frames.first("conversation.item.input_audio_transcription.completed")?["transcript"] == "Are you there?")
      #expect(frames.first("response.output_audio_transcript.done")?["transcript"] == "I am here.")
      await connection.close()
    }
  }

  @Test("speech is cut short by somebody who speaks")
  func bargeIn() async throws {
    try await AgentClient.running { bench async throws in
      let connection = try await bench.connect()
      _ = await connection.frames(upTo: "call.session_participant_joined")
      try await bench.act("say", ["text": "Once upon a time", "finish": false])
      try await bench.act("hear", ["text": "Stop"])
      let frames = await connection.frames(upTo: "response.done")
      #expect(frames.last?["response"]?["status"] == "cancelled")
      #expect(frames.last?["response"]?["status_details"]?["reason"] == "turn_detected")
      await connection.close()
    }
  }

  @Test("a tool of the session is called, and what it answers is spoken of", arguments: AgentDialect.allCases)
  func tools(_ dialect: AgentDialect) async throws {
    try await AgentClient.running({ $0.agentEvents = dialect }) { bench async throws in
      let connection = try await bench.connect()
      #expect(try await bench.act("call", ["name": "get_weather"]).status == 409)
      await connection.say(update(dialect == .beta ? ["tools": [Self.weather]] : ["tools": [Self.weather]]))
      if dialect == .beta {
        // Sessions of the beta have no type.
        #expect(await connection.frames(upTo: "error").last?["error"]?["code"] == "unknown_parameter")
        await connection.say(["type": "session.update", "session": ["tools": [Self.weather]]])
      }
      _ = await connection.frames(upTo: "session.updated")
      let call = try await bench.act("call", ["name": "get_weather", "arguments": ["city": "Boulder"]]).json["call_id"]
      let frames = await connection.frames(upTo: "response.done")
      let item = frames.first("response.output_item.done")?["item"]
      #expect(item?["type"] == "function_call" && item?["name"] == "get_weather" && item?["call_id"] == call)
      #expect(item?["arguments"] == #"{"city":"Boulder"}"#)
      #expect((frames.first("response.function_call_arguments.done")?["name"] != nil) == (dialect == .current))
      await connection.say(
        [
          "type": "conversation.item.create",
          "item": ["type": "function_call_output", "call_id": call ?? .null, "output": "22 degrees"],
        ])
      await connection.say(["type": "response.create"])
      let spoken = await connection.frames(upTo: "response.done")
      #expect(
        spoken.last?["response"]?["output"]?.arrayValue?.first?["content"]?.arrayValue?.first?["transcript"]
          == "The answer is 22 degrees")
      await connection.close()
    }
  }

  @Test("what a client gets wrong is told as the model's side tells it, and the connection goes on")
  func objections() async throws {
    let rows: [(JSON, String)] = [
      (["type": "session.update", "session": ["instructions": "x"]], "missing_required_parameter"),
      (update(["colour": "red"]), "unknown_parameter"),
      (update(["tools": [["type": "function"]]]), "missing_required_parameter"),
      (["type": "session.update"], "missing_required_parameter"), (["type": "no.such.event"], "invalid_value"),
      (
        [
          "type": "conversation.item.create",
          "item": ["type": "function_call_output", "call_id": "call_0", "output": ""],
        ],
        "invalid_value"
      ),
      (["type": "response.cancel"], "response_cancel_not_active"), ([], "invalid_json"),
    ]
    try await AgentClient.running { bench async throws in
      let connection = try await bench.connect()
      for (frame, code) in rows {
        await connection.say(frame)
        #expect(await connection.frames(upTo: "error").last?["error"]?["code"] == .string(code), "\(frame)")
      }
      await connection.say(update(["instructions": "Be brief."]))
      _ = await connection.frames(upTo: "session.updated")
      #expect(try await bench.agent()["session"]?["instructions"] == "Be brief.")
      await connection.close()
    }
  }

  @Test("failures and goodbyes come when they are ordered")
  func ordered() async throws {
    try await AgentClient.running { bench async throws in
      let connection = try await bench.connect()
      _ = await connection.frames(upTo: "call.session_participant_joined")
      try await bench.act("fail", ["shape": "error", "code": "session_expired", "message": "Too long."])
      #expect(await connection.frame()?["error"]?["code"] == "session_expired")
      try await bench.act("fail", ["close": true])
      #expect(await connection.frame()?["type"] == "server_error")
      #expect(await connection.receive() == nil)
      #expect(connection.closure?.code == 1011)
      let isGone = await eventually {
        (try? await bench.send("GET", "/_mock/rooms/default%3Ac/agents/lucy").status) == 404
      }
      #expect(isGone)
    }
  }

  @Test("a reset says goodbye to every agent and puts the bridge up again")
  func reset() async throws {
    try await AgentClient.running { bench async throws in
      let connection = try await bench.connect()
      _ = await connection.frames(upTo: "call.session_participant_joined")
      try await bench.send("POST", "/_mock/agents", ["mode": "down", "events": "beta"])
      try await bench.send("POST", "/_mock/reset")
      #expect(await connection.receive() == nil)
      #expect(connection.closure?.code == 1001)
      let again = try await bench.connect()
      #expect(await again.frame()?["session"]?["type"] == "realtime")
      await again.close()
    }
  }

  @Test("a fault on the handshake is a refusal, and a control that does not exist is named")
  func controls() async throws {
    try await AgentClient.running { bench async throws in
      try await bench.send(
        "POST", "/_mock/faults",
        ["match": ["operation": "ConnectAgent"], "fault": ["kind": "http_status", "status": 503]])
      await #expect(throws: WebSocketError.refused(status: 503)) { _ = try await bench.connect() }
      let connection = try await bench.connect()
      _ = await connection.frames(upTo: "call.session_participant_joined")
      #expect(try await bench.act("sing").status == 404)
      #expect(try await bench.act("say").json["error"]?["field"] == "text")
      #expect(try await bench.send("POST", "/_mock/agents", ["mode": "half"]).json["error"]?["field"] == "mode")
      await connection.close()
    }
  }
}
