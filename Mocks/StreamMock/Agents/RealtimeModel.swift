import JSONCoding
import MockKit

/// A model that says what it is told to say: frames in, frames out. A value; time does not pass in it.
struct RealtimeModel: Sendable {
  /// Something being said.
  private struct Speech {
    let response: String
    let item: String
    let text: String
  }

  private(set) var session: RealtimeSession
  /// Everything said, called and answered, oldest first.
  private(set) var items: [JSON] = []
  /// What it answers next, in order.
  var replies: [String] = []
  private let prefix: String
  private var count = 0
  private var speech: Speech?
  private(set) var voice = AgentVoice()
  private var hasSpoken = false
  /// Calls of tools whose outcome has not come.
  private var openCalls: Set<String> = []
  /// Outcomes that nothing was said about yet.
  private var outcomes: [String] = []

  init(dialect: AgentDialect, id: String, model: String, expiresAt: Int64) {
    prefix = String(id.suffix(8))
    session = RealtimeSession(dialect: dialect, id: id, model: model, expiresAt: expiresAt)
  }

  var dialect: AgentDialect { session.dialect }
  var isSpeaking: Bool { speech != nil }

  // MARK: What the client says

  /// The frame with which a connection begins.
  mutating func greet() -> [JSON] { [event("session.created", ["session": .object(session.document)])] }

  mutating func hear(_ bytes: [UInt8]) -> [JSON] {
    guard let frame = try? JSON.parse(bytes, mode: .strict), let type = frame["type"]?.stringValue else {
      return [objection("invalid_json", "The body is not a JSON object with a type.", nil)]
    }
    let id = frame["event_id"]?.stringValue
    switch type {
    case "session.update": return update(frame, id)
    case "conversation.item.create": return create(frame["item"], id)
    case "response.create": return respond(id)
    case "response.cancel": return cancel("client_cancelled", id)
    case "input_audio_buffer.append": return []
    case "input_audio_buffer.clear": return [event("input_audio_buffer.cleared")]
    default:
      return [objection("invalid_value", "Invalid value: '\(type)'.", "type", id)]
    }
  }

  private mutating func update(_ frame: JSON, _ id: String?) -> [JSON] {
    guard let changes = frame["session"]?.objectValue else {
      return [objection("missing_required_parameter", "Missing required parameter: 'session'.", "session", id)]
    }
    do throws(RealtimeSession.Objection) { try session.update(changes, hasSpoken: hasSpoken) } catch {
      return [objection(error.code, error.message, error.parameter, id)]
    }
    return [event("session.updated", ["session": .object(session.document)])]
  }

  private mutating func create(_ item: JSON?, _ id: String?) -> [JSON] {
    guard let item = item?.objectValue, let type = item["type"]?.stringValue else {
      return [objection("missing_required_parameter", "Missing required parameter: 'item'.", "item", id)]
    }
    if type == "function_call_output" {
      guard let call = item["call_id"]?.stringValue, openCalls.remove(call) != nil else {
        return [objection("invalid_value", "Tool call ID not found in conversation.", "item.call_id", id)]
      }
      outcomes.append(item["output"]?.stringValue ?? "")
    }
    var made = item
    made["id"] = item["id"] ?? .string(name("item"))
    made["object"] = "realtime.item"
    made["status"] = "completed"
    return keep(.object(made))
  }

  private mutating func respond(_ id: String?) -> [JSON] {
    guard speech == nil else {
      return [
        objection("conversation_already_has_active_response", "Conversation already has an active response.", nil, id)
      ]
    }
    return say(nextReply(to: nil))
  }

  private mutating func cancel(_ reason: String, _ id: String?) -> [JSON] {
    guard speech != nil else {
      return [objection("response_cancel_not_active", "Cancellation failed: no active response found", nil, id)]
    }
    return finish(status: "cancelled", reason: reason)
  }

  private mutating func nextReply(to words: String?) -> String {
    defer { outcomes = [] }
    if !replies.isEmpty { return replies.removeFirst() }
    if let outcome = outcomes.last { return "The answer is \(outcome)" }
    return words.map { "You said: \($0)" } ?? "I am listening."
  }

  // MARK: What happens in the room

  /// Somebody has said something. With turn detection the model is interrupted, and answers; else it does not notice.
  mutating func listen(to words: String) -> [JSON] {
    guard session.listens else { return [] }
    let item = name("item")
    var frames = [event("input_audio_buffer.speech_started", ["audio_start_ms": 0, "item_id": .string(item)])]
    if speech != nil { frames += finish(status: "cancelled", reason: "turn_detected") }
    frames += [
      event("input_audio_buffer.speech_stopped", ["audio_end_ms": 500, "item_id": .string(item)]),
      event("input_audio_buffer.committed", ["previous_item_id": .null, "item_id": .string(item)]),
    ]
    let content: JSON = ["type": "input_audio", "transcript": session.transcribes ? .string(words) : .null]
    frames += keep(message(item, role: "user", content))
    if session.transcribes {
      frames.append(
        event(
          "conversation.item.input_audio_transcription.completed",
          ["item_id": .string(item), "content_index": 0, "transcript": .string(words)]))
    }
    return frames + say(nextReply(to: words))
  }

  /// Says something, to its end.
  mutating func say(_ text: String) -> [JSON] { begin(text) + finish() }

  /// Says something and is still at it.
  mutating func begin(_ text: String) -> [JSON] {
    var frames = speech == nil ? [] : finish()
    let (response, item) = (name("resp"), name("item"))
    speech = Speech(response: response, item: item, text: text)
    voice = AgentVoice(number: voice.number + 1, text: text, isOver: false)
    hasSpoken = true
    frames.append(event("response.created", ["response": .object(self.response(response, "in_progress", []))]))
    frames += place(item, in: response, message(item, role: "assistant", nil, status: "in_progress"))
    let part: JSON = ["type": "audio", "transcript": ""]
    frames.append(event("response.content_part.added", within(response, item, ["part": part])))
    for word in Self.words(text) {
      frames.append(event(dialect.type(.transcriptDelta), within(response, item, ["delta": .string(word)])))
    }
    // A fiftieth of a second of silence.
    frames.append(event(dialect.type(.audioDelta), within(response, item, ["delta": .string(Self.silence)])))
    return frames
  }

  mutating func finish(status: String = "completed", reason: String? = nil) -> [JSON] {
    guard let said = speech else { return [] }
    speech = nil
    voice.isOver = true
    voice.isCutShort = status != "completed"
    let (response, item) = (said.response, said.item)
    let content: JSON = ["type": .string(dialect.speech), "transcript": .string(said.text)]
    let whole = message(
      item, role: "assistant", content, status: status == "completed" ? "completed" : "incomplete")
    let part: JSON = ["type": "audio", "transcript": .string(said.text)]
    var frames = [
      event(dialect.type(.audioDone), within(response, item, [:])),
      event(dialect.type(.transcriptDone), within(response, item, ["transcript": .string(said.text)])),
      event("response.content_part.done", within(response, item, ["part": part])),
    ]
    frames += settle(whole, in: response)
    frames.append(done(response, whole, status: status, reason: reason))
    return frames
  }

  /// Calls a tool of the session; nil when the session has none of this name.
  mutating func call(_ tool: String, _ arguments: String) -> (id: String, frames: [JSON])? {
    guard session.tools.contains(tool) else { return nil }
    var frames = speech == nil ? [] : finish()
    let (response, item, call) = (name("resp"), name("item"), name("call"))
    openCalls.insert(call)
    func made(_ arguments: String, _ status: String) -> JSON {
      [
        "id": .string(item), "object": "realtime.item", "type": "function_call", "status": .string(status),
        "name": .string(tool), "call_id": .string(call), "arguments": .string(arguments),
      ]
    }
    frames.append(event("response.created", ["response": .object(self.response(response, "in_progress", []))]))
    frames += place(item, in: response, made("", "in_progress"))
    var parts: JSONObject = ["call_id": .string(call), "delta": .string(arguments)]
    frames.append(event("response.function_call_arguments.delta", within(response, item, parts)))
    parts = ["call_id": .string(call), "arguments": .string(arguments)]
    if dialect == .current { parts["name"] = .string(tool) }
    frames.append(event("response.function_call_arguments.done", within(response, item, parts)))
    let whole = made(arguments, "completed")
    frames += settle(whole, in: response)
    frames.append(done(response, whole, status: "completed", reason: nil))
    return (call, frames)
  }

  // MARK: Frames

  /// An objection as the model's side words it.
  mutating func objection(_ code: String, _ message: String, _ parameter: String?, _ cause: String? = nil) -> JSON {
    event(
      "error",
      [
        "error": [
          "type": "invalid_request_error", "code": .string(code), "message": .string(message),
          "param": .text(parameter), "event_id": .text(cause),
        ]
      ])
  }

  private mutating func event(_ type: String, _ members: JSONObject = [:]) -> JSON {
    var frame: JSONObject = ["type": .string(type), "event_id": .string(name("event"))]
    for (key, value) in members.pairs { frame[key] = value }
    return .object(frame)
  }

  private mutating func name(_ sort: String) -> String {
    count += 1
    return "\(sort)_\(prefix)\(count)"
  }

  private func within(_ response: String, _ item: String, _ members: JSONObject) -> JSONObject {
    var all: JSONObject = [
      "response_id": .string(response), "item_id": .string(item), "output_index": 0, "content_index": 0,
    ]
    for (key, value) in members.pairs { all[key] = value }
    return all
  }

  private func message(_ id: String, role: String, _ content: JSON?, status: String = "completed") -> JSON {
    [
      "id": .string(id), "object": "realtime.item", "type": "message", "status": .string(status),
      "role": .string(role), "content": .array(content.map { [$0] } ?? []),
    ]
  }

  private func response(_ id: String, _ status: String, _ output: [JSON]) -> JSONObject {
    ["id": .string(id), "object": "realtime.response", "status": .string(status), "output": .array(output)]
  }

  private mutating func done(_ id: String, _ item: JSON, status: String, reason: String?) -> JSON {
    var document = response(id, status, [item])
    document["status_details"] = reason.map { ["type": .string(status), "reason": .string($0)] } ?? .null
    return event("response.done", ["response": .object(document)])
  }

  /// An item that comes whole.
  private mutating func keep(_ item: JSON) -> [JSON] {
    items.append(item)
    var frames = [event(dialect.type(.itemMade), ["previous_item_id": .null, "item": item])]
    if dialect == .current {
      frames.append(event("conversation.item.done", ["previous_item_id": .null, "item": item]))
    }
    return frames
  }

  /// An item that a response begins.
  private mutating func place(_ id: String, in response: String, _ item: JSON) -> [JSON] {
    [
      event("response.output_item.added", ["response_id": .string(response), "output_index": 0, "item": item]),
      event(dialect.type(.itemMade), ["previous_item_id": .null, "item": item]),
    ]
  }

  /// An item that a response has ended.
  private mutating func settle(_ item: JSON, in response: String) -> [JSON] {
    items.append(item)
    var frames = [
      event("response.output_item.done", ["response_id": .string(response), "output_index": 0, "item": item])
    ]
    if dialect == .current {
      frames.append(event("conversation.item.done", ["previous_item_id": .null, "item": item]))
    }
    return frames
  }

  /// Words with the space before them.
  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").enumerated().map { $0 == 0 ? String($1) : " " + $1 }
  }

  private static let silence = String(repeating: "A", count: 1280)
}
