import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

/// An agent's connection as a state machine, in both dialects.
@Suite struct RealtimeConversationTests {
  private static let now = Timestamp(nanoseconds: 1_767_225_600_000_000_000)
  private static let beta: JSON = [
    "type": "session.created", "session": ["id": "s", "modalities": ["audio"], "voice": "alloy"],
  ]
  private static let current: JSON = [
    "type": "session.created", "session": ["id": "s", "type": "realtime", "audio": [:] as JSON],
  ]
  private static let joined: JSON = [
    "type": "call.session_participant_joined", "call_cid": "default:r", "session_id": "s-1",
    "participant": ["user_session_id": "c1", "user": ["id": "lucy"], "role": "user"],
  ]
  private static let updated: JSON = ["type": "session.updated", "session": [:] as JSON]

  private func conversation(_ settings: AgentSettings = AgentSettings()) -> RealtimeConversation {
    let agent = Agent(id: "agt_1", identity: "lucy", settings: settings, createdAt: Self.now)
    return RealtimeConversation(
      agent: agent, user: "lucy", roles: RoleMap(roles: .meeting, kind: .meeting), secrets: ["sk-secret"])
  }

  /// One that is there.
  private func running(_ first: JSON = Self.current) -> RealtimeConversation {
    var conversation = conversation()
    for frame in [first, Self.updated, Self.joined] { _ = conversation.take(frame, at: Self.now) }
    return conversation
  }

  private func sent(_ actions: [RealtimeConversation.Action]) -> [JSON] {
    actions.compactMap { if case .send(let frame) = $0 { frame } else { nil } }
  }

  private func news(_ actions: [RealtimeConversation.Action]) -> [AgentNews] {
    actions.flatMap { action -> [Fact] in if case .emit(let facts) = action { facts } else { [] } }
      .compactMap { if case .agent("agt_1", let news) = $0.detail { news } else { nil } }
  }

  private func failure(_ actions: [RealtimeConversation.Action]) -> ProviderFailure? {
    actions.compactMap { if case .fail(let failure) = $0 { failure } else { nil } }.first
  }

  @Test func aSessionIsSetInItsOwnDialect() throws {
    let settings = AgentSettings(
      instructions: "Be kind.", voice: "verse", turnDetection: .none,
      tools: [
        AgentTool(name: "t", description: nil, parameters: JSONText(#"{"type":"object"}"#), url: "https://x.example")
      ])
    var new = conversation(settings)
    let current = try #require(sent(new.take(Self.current, at: Self.now)).first?["session"])
    #expect(current["type"] == "realtime" && current["audio"]?["output"]?["voice"] == "verse")
    #expect(current["audio"]?["input"]?["turn_detection"]?.isNull == true)
    #expect(current["tools"] == [["type": "function", "name": "t", "parameters": ["type": "object"]]])
    var old = conversation(settings)
    let beta = try #require(sent(old.take(Self.beta, at: Self.now)).first?["session"])
    #expect(beta["type"] == nil && beta["voice"] == "verse" && beta["turn_detection"]?.isNull == true)
    #expect(beta["instructions"] == "Be kind.")
  }

  @Test func itIsThereOnceTheModelAndTheCallHaveSaidSo() {
    var one = conversation()
    _ = one.take(Self.current, at: Self.now)
    #expect(news(one.take(Self.joined, at: Self.now)).isEmpty)
    #expect(news(one.take(Self.updated, at: Self.now)) == [.joined(connection: "c1")])
    #expect(news(one.take(Self.updated, at: Self.now)).isEmpty)
    var quiet = conversation()
    _ = quiet.take(Self.current, at: Self.now)
    #expect(news(quiet.take(Self.updated, at: Self.now)).isEmpty)
    #expect(news(quiet.waitNoLonger(at: Self.now)) == [.joined(connection: nil)])
  }

  @Test(arguments: [
    ["type": "server_error", "code": "42", "message": "Error:  code "] as JSON,
    ["type": "error", "error": ["code": "invalid_api_key", "message": "Incorrect API key provided: sk-secret."]]
      as JSON,
  ])
  func aFirstFrameThatIsAnErrorIsTheEnd(_ frame: JSON) throws {
    var conversation = conversation()
    let failure = try #require(self.failure(conversation.take(frame, at: Self.now)))
    #expect(failure.operation == "ConnectAgent")
    #expect(failure.reason == (frame["code"] == "42" ? .unavailable : .credentials))
    #expect(failure.vendorCode == frame["code"]?.stringValue ?? "invalid_api_key")
    #expect(failure.vendorMessage?.text.contains("sk-secret") == false)
  }

  @Test func anObjectionToTheSettingsIsTheEndBeforeItIsThereAndNewsAfterwards() throws {
    var fresh = conversation()
    let update = try #require(sent(fresh.take(Self.current, at: Self.now)).first)
    func objection(to id: String?) -> JSON {
      [
        "type": "error",
        "error": ["code": "invalid_value", "message": "No.", "event_id": id.map(JSON.string) ?? .null],
      ]
    }
    #expect(failure(fresh.take(objection(to: update["event_id"]?.stringValue), at: Self.now))?.reason == .invalid)
    var there = running()
    let change = try #require(sent(there.take(.updateAgent(AgentSettings(voice: "echo")))).first)
    let actions = there.take(objection(to: change["event_id"]?.stringValue), at: Self.now)
    #expect(failure(actions) == nil)
    guard case .emit(let facts)? = actions.first, case .unknown("agent.error", let payload)? = facts.first?.detail
    else {
      Issue.record("nothing was told")
      return
    }
    #expect(payload.text.contains("invalid_value"))
  }

  @Test(
    arguments: [
      ("response.audio_transcript.done", AgentNews.Speaker.agent),
      ("response.output_audio_transcript.done", .agent), ("response.output_text.done", .agent),
      ("conversation.item.input_audio_transcription.completed", .user),
    ])
  func wordsAreToldUnderOldAndNewNames(_ row: (type: String, speaker: AgentNews.Speaker)) {
    var conversation = running()
    let member = row.type.hasSuffix("text.done") ? "text" : "transcript"
    let actions = conversation.take(
      ["type": .string(row.type), "item_id": "i1", "content_index": 0, member: "Hello"], at: Self.now)
    #expect(news(actions) == [.transcript(item: "i1", speaker: row.speaker, text: "Hello", isFinal: true)])
    guard case .emit(let facts)? = actions.first else { return }
    #expect(facts.first?.key == "agt_1:i1:0")
  }

  @Test func aCallIsAskedOnceAndTheModelGoesOnWhenAllOutcomesAreThere() {
    var conversation = running()
    func item(_ id: String) -> JSON {
      ["type": "function_call", "call_id": .string(id), "name": "t", "arguments": "{}"]
    }
    func outcome(_ id: String) -> [String] {
      sent(conversation.take(.toolResult(call: id, output: "ok"))).compactMap { $0["type"]?.stringValue }
    }
    _ = conversation.take(["type": "response.created"], at: Self.now)
    #expect(news(conversation.take(["type": "response.output_item.done", "item": item("a")], at: Self.now)).count == 1)
    // Its outcome may come while the response goes on.
    #expect(outcome("a") == ["conversation.item.create"])
    let done: JSON = ["type": "response.done", "response": ["status": "completed", "output": [item("a"), item("b")]]]
    let actions = conversation.take(done, at: Self.now)
    #expect(news(actions) == [.asked(AgentToolCall(id: "b", name: "t", arguments: "{}"))])
    #expect(sent(actions).isEmpty)
    #expect(outcome("b") == ["conversation.item.create", "response.create"])
    #expect(outcome("b").isEmpty)
  }

  @Test(arguments: ["response.audio.delta", "response.output_audio.delta"])
  func speechBeginsWithSoundAndEndsWithTheResponse(_ type: String) {
    var conversation = running()
    let sound: JSON = ["type": .string(type), "response_id": "r"]
    #expect(news(conversation.take(sound, at: Self.now)) == [.speaking(true)])
    #expect(news(conversation.take(sound, at: Self.now)).isEmpty)
    #expect(
      news(conversation.take(["type": "response.done", "response": [:] as JSON], at: Self.now)) == [.speaking(false)])
  }

  @Test func itsOwnLeaveIsTheEndAndSaysWhy() {
    var conversation = running()
    let left: JSON = [
      "type": "call.session_participant_left", "call_cid": "default:r", "session_id": "s-1", "reason": "KICKED",
      "participant": ["user_session_id": "c1", "user": ["id": "lucy"], "role": "user"],
    ]
    let actions = conversation.take(left, at: Self.now)
    #expect(news(actions) == [.left(reason: "removed")])
    guard case .end? = actions.last else {
      Issue.record("it goes on")
      return
    }
  }

  @Test func soundAndPiecesOfWordsAreNotFollowed() {
    var filter = RealtimeFilter()
    #expect(filter.take(Array(#"{"type":"some.first"}"#.utf8)) != nil)
    #expect(filter.take(Array(#"{"type":"response.output_audio_transcript.delta","delta":"a"}"#.utf8)) == nil)
    let sound = #"{"type":"response.output_audio.delta","response_id":"r1","delta":"AAAA"}"#
    #expect(filter.take(Array(sound.utf8))?["delta"] == nil)
    #expect(filter.take(Array(sound.utf8)) == nil)
    #expect(filter.take(Array(sound.replacing("r1", with: "r2").utf8)) != nil)
    #expect(filter.take(Array("no JSON".utf8)) == nil)
  }
}
