import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

/// A voice assistant from end to end: credentials for a caller, an agent that joins, its instructions, its tools, its words.
@Suite(.sharedDemo)
struct VoiceAssistantTests {
  private static let instructions = "You are a helpful assistant that can answer questions and help with tasks."

  private func weather(_ url: String) -> JSON {
    [
      "name": "get_weather", "description": "Current weather of a city.", "url": .string(url),
      "parameters": [
        "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
      ],
    ]
  }

  private func agent(_ demo: Demo, _ room: String, _ members: KeyValuePairs<String, JSON> = [:]) async throws -> Reply {
    var body = JSONObject()
    body["person"] = ["external_id": "lucy", "name": "Lucy"]
    body["engine"] = "openai_realtime"
    for (name, value) in members { body[name] = value }
    return try await demo.api.post("/v1/rooms/\(room)/agents", .object(body))
  }

  private func act(_ demo: Demo, _ room: String, _ act: String, _ body: JSON = [:]) async throws -> Reply {
    try await demo.mock.post("/_mock/rooms/default%3A\(room)/agents/lucy/\(act)", body)
  }

  private func meeting(_ demo: Demo) async throws -> String { try await demo.room { $0["kind"] = "meeting" } }

  private func first(_ demo: Demo, _ room: String, _ type: String, _ fits: (JSON) -> Bool = { _ in true }) async throws
    -> JSON?
  {
    _ = try await eventually { try await demo.events(room, types: type).contains(where: fits) }
    return try await demo.events(room, types: type).first(where: fits)
  }

  @Test func anAssistantJoinsListensCallsItsToolAndLeaves() async throws {
    let demo = try demo
    let room = try await meeting(demo)
    try await ToolServer.running({ call in
      let city = call["data"]?["arguments"]?["city"]?.stringValue ?? "nowhere"
      return HTTPResponse(
        status: 200, fields: ["Content-Type": "application/json"],
        body: .bytes(Array(#"{"city":"\#(city)","celsius":22}"#.utf8)))
    }) { tools, url async throws in
      // Credentials for the caller, then the agent.
      let token = try await demo.joinToken("theodore", in: room)
      #expect(
        try await demo.mock.post("/_mock/rooms/default%3A\(room)/participants", ["token": .string(token)]).status == 201
      )
      let started = try await agent(
        demo, room, ["instructions": .string(Self.instructions), "voice": "verse", "tools": [weather(url)]])
      #expect(started.status == 202)
      #expect(started["state"] == "joining")
      let id = try started.string("id")
      #expect(started.fields["Location"] == "/v1/rooms/\(room)/agents/\(id)")

      // It is there, as lucy, with a participant of its own.
      let joined = try #require(try await first(demo, room, "agent.joined"))
      #expect(joined["data"]?["agent_id"]?.stringValue == id)
      let participant = try #require(joined["data"]?["participant_id"]?.stringValue)
      let listed = try await demo.api.get("/v1/rooms/\(room)/participants/\(participant)")
      #expect(listed["person", "external_id"] == "lucy" && listed["role"] == "agent")
      #expect(try await demo.api.get("/v1/rooms/\(room)/agents/\(id)")["state"] == "active")

      // Instructions, voice and the default turn detection have reached the model.
      let session = try await demo.mock.get("/_mock/rooms/default%3A\(room)/agents/lucy")
      #expect(session["session", "instructions"]?.stringValue == Self.instructions)
      #expect(session["session", "audio", "output", "voice"] == "verse")
      #expect(session["session", "audio", "input", "turn_detection", "type"] == "server_vad")

      // It answers what it hears; both are told in words.
      #expect(try await act(demo, room, "hear", ["text": "What is the weather in Boulder?"]).status == 204)
      let heard = try await first(demo, room, "agent.transcript") { $0["data"]?["speaker"] == "user" }
      #expect(heard?["data"]?["text"] == "What is the weather in Boulder?")

      // It calls its tool, whose answer it speaks of.
      #expect(
        try await act(demo, room, "call", ["name": "get_weather", "arguments": ["city": "Boulder"]]).status == 200)
      let called = try #require(try await first(demo, room, "agent.tool_called"))
      #expect(called["data"]?["status"] == "succeeded")
      #expect(called["data"]?["arguments"]?["city"] == "Boulder")
      let spoken = try await first(demo, room, "agent.transcript") {
        $0["data"]?["text"]?.stringValue?.contains("22") == true
      }
      #expect(spoken?["data"]?["speaker"] == "agent")
      #expect(spoken?["data"]?["final"] == true)
      let call = try #require(tools.requests.first)
      #expect(tools.requests.count == 1)
      #expect(ToolServer.isSigned(call, with: demo.toolSecret))

      // While it speaks the room hears it, and the media side has its level.
      #expect(try await act(demo, room, "say", ["text": "One more thing", "finish": false]).status == 204)
      let speaking = try await first(demo, room, "speaker.changed") { $0["data"]?["person"]?.isNull == false }
      #expect(speaking != nil)
      #expect(try await act(demo, room, "finish").status == 204)

      // It behaves differently from now on.
      let changed = try await demo.api.send(
        "PATCH", "/v1/rooms/\(room)/agents/\(id)", Array(#"{"instructions":"Be brief.","voice":null}"#.utf8))
      #expect(changed["instructions"] == "Be brief." && changed["voice"]?.isNull == true)
      #expect(
        try await eventually {
          try await demo.mock.get("/_mock/rooms/default%3A\(room)/agents/lucy")["session", "instructions"]
            == "Be brief."
        })

      // It hangs up.
      let stopped = try await demo.api.send("DELETE", "/v1/rooms/\(room)/agents/\(id)")
      #expect(stopped["changed"] == true && stopped["affected"] == [.string(participant)])
      let left = try #require(try await first(demo, room, "agent.left"))
      #expect(left["data"]?["reason"] == "stopped")
      #expect(
        try await eventually {
          try await demo.events(room, types: "participant.left").contains {
            $0["data"]?["person"]?["external_id"] == "lucy"
          }
        })
      #expect(try await demo.api.send("DELETE", "/v1/rooms/\(room)/agents/\(id)")["changed"] == false)
      #expect(try await demo.events(room, types: "agent.joined,agent.left").count == 2)
    }
  }

  @Test func aSecondAgentAsTheSamePersonIsRefused() async throws {
    let demo = try demo
    let room = try await meeting(demo)
    let id = try await agent(demo, room).string("id")
    let second = try await agent(demo, room)
    #expect(second.summary == "409 already_running")
    #expect(second["existing_id"]?.stringValue == id)
    #expect(try await first(demo, room, "agent.joined") != nil)
    #expect(try await demo.api.get("/v1/rooms/\(room)/agents").items.count == 1)
  }

  @Test func aBridgeThatIsDownIsToldAndLeavesNobodyBehind() async throws {
    let demo = try demo
    let room = try await meeting(demo)
    try await demo.mock.post(
      "/_mock/faults", ["match": ["operation": "ConnectAgent"], "fault": ["kind": "http_status", "status": 503]])
    let id = try await agent(demo, room).string("id")
    let failed = try #require(try await first(demo, room, "agent.failed"))
    #expect(failed["data"]?["reason"] == "provider_unavailable")
    let read = try await demo.api.get("/v1/rooms/\(room)/agents/\(id)")
    #expect(read["state"] == "failed" && read["reason"] == "provider_unavailable")
    #expect(read["detail"]?.stringValue?.contains("ConnectAgent") == true)
    // Whoever failed is in nobody's way.
    #expect(try await agent(demo, room).status == 202)
    #expect(try await first(demo, room, "agent.joined") != nil)
  }

  @Test func anAgentThatIsThrownOutHasLeft() async throws {
    let demo = try demo
    let room = try await meeting(demo)
    let id = try await agent(demo, room).string("id")
    #expect(try await first(demo, room, "agent.joined") != nil)
    #expect(try await demo.api.post("/v1/rooms/\(room)/people/lucy/remove", [:]).status == 200)
    let left = try #require(try await first(demo, room, "agent.left"))
    #expect(left["data"]?["reason"] == "removed")
    #expect(try await demo.api.get("/v1/rooms/\(room)/agents/\(id)")["state"] == "left")
    #expect(
      try await eventually { try await demo.mock.get("/_mock/rooms/default%3A\(room)/agents").items.isEmpty })
  }

  @Test func theEndOfTheRoomIsTheEndOfItsAgents() async throws {
    let demo = try demo
    let room = try await meeting(demo)
    _ = try await agent(demo, room)
    #expect(try await first(demo, room, "agent.joined") != nil)
    try await demo.api.post("/v1/rooms/\(room)/end")
    #expect(try await first(demo, room, "agent.left")?["data"]?["reason"] == "room_ended")
    #expect(try await agent(demo, room).summary == "409 room_ended")
    #expect(
      try await eventually { try await demo.mock.get("/_mock/rooms/default%3A\(room)/agents").items.isEmpty })
  }

  @Test(
    arguments: [
      (#"{"engine":"openai_realtime"}"#, "/person"), (#"{"person":{"external_id":"lucy"}}"#, "/engine"),
      (#"{"person":{"external_id":"nadia"},"engine":"openai_realtime"}"#, "/person/external_id"),
      (#"{"person":{"external_id":"lucy"},"engine":"other"}"#, "/engine"),
      (#"{"person":{"external_id":"lucy"},"engine":"openai_realtime","turn_detection":"x"}"#, "/turn_detection"),
      (#"{"person":{"external_id":"lucy"},"engine":"openai_realtime","model":"a b"}"#, "/model"),
      (
        #"{"person":{"external_id":"lucy"},"engine":"openai_realtime","tools":[{"name":"a","url":"ftp://x"}]}"#,
        "/tools/0/url"
      ),
      (
        #"{"person":{"external_id":"lucy"},"engine":"openai_realtime","tools":[{"name":"a b","url":"http://127.0.0.1/"}]}"#,
        "/tools/0/name"
      ),
      (
        #"{"person":{"external_id":"lucy"},"engine":"openai_realtime","tools":[{"name":"a","url":"http://u:p@127.0.0.1/"}]}"#,
        "/tools/0/url"
      ),
    ])
  func whatIsWrongWithAnAgentIsNamed(_ row: (body: String, pointer: String)) async throws {
    let demo = try demo
    let room = try await meeting(demo)
    let answer = try await demo.api.send("POST", "/v1/rooms/\(room)/agents", Array(row.body.utf8))
    #expect(answer.summary == "400 invalid_request")
    #expect(answer["errors"]?.arrayValue?.first?["pointer"]?.stringValue == row.pointer, "\(answer.text)")
  }
}
