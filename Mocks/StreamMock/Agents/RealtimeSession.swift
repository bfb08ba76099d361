import JSONCoding
import MockKit

/// What the client has set: read and changed the same way in both dialects.
struct RealtimeSession: Sendable {
  /// What the model's side objects to.
  struct Objection: Error {
    let code: String
    let message: String
    let parameter: String?
  }

  let dialect: AgentDialect
  private(set) var document: JSONObject

  init(dialect: AgentDialect, id: String, model: String, expiresAt: Int64) {
    self.dialect = dialect
    document = dialect.freshSession(id: id, model: model, expiresAt: expiresAt)
  }

  /// Whether the model answers by itself when somebody has spoken.
  var listens: Bool { turnDetection?.isNull == false }

  /// Whether what people say is written down.
  var transcribes: Bool {
    let block = dialect == .beta ? document["input_audio_transcription"] : document["audio"]?["input"]?["transcription"]
    return block?.isNull == false
  }

  var tools: Set<String> { Set(document["tools"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []) }

  private var turnDetection: JSON? {
    dialect == .beta ? document["turn_detection"] : document["audio"]?["input"]?["turn_detection"]
  }

  /// Members that are given replace; objects within merge.
  mutating func update(_ changes: JSONObject, hasSpoken: Bool) throws(Objection) {
    if dialect == .current, changes["type"]?.stringValue != "realtime" {
      throw Objection(
        code: "missing_required_parameter", message: "Missing required parameter: 'session.type'.",
        parameter: "session.type")
    }
    for key in changes.keys where document[key] == nil || Self.fixed.contains(key) {
      throw Objection(
        code: "unknown_parameter", message: "Unknown parameter: 'session.\(key)'.", parameter: "session.\(key)")
    }
    for tool in changes["tools"]?.arrayValue ?? [] { try Self.check(tool) }
    let merged = Self.merge(document, changes)
    if hasSpoken, Self.voice(merged) != Self.voice(document) {
      throw Objection(
        code: "cannot_update_voice", message: "Cannot update a conversation's voice if assistant audio is present.",
        parameter: nil)
    }
    document = merged
  }

  private static let fixed: Set<String> = ["id", "object", "expires_at", "model"]

  private static func voice(_ document: JSONObject) -> JSON? {
    document["voice"] ?? document["audio"]?["output"]?["voice"]
  }

  private static func check(_ tool: JSON) throws(Objection) {
    guard tool["type"]?.stringValue == "function" else {
      throw Objection(
        code: "invalid_value", message: "Invalid value: 'session.tools[].type'. Supported values are: 'function'.",
        parameter: "session.tools")
    }
    guard let name = tool["name"]?.stringValue, !name.isEmpty else {
      throw Objection(
        code: "missing_required_parameter", message: "Missing required parameter: 'session.tools[].name'.",
        parameter: "session.tools")
    }
  }

  private static func merge(_ old: JSONObject, _ new: JSONObject) -> JSONObject {
    var merged = old
    for (key, value) in new.pairs {
      if let inner = value.objectValue, let known = old[key]?.objectValue, key != "turn_detection" {
        merged[key] = .object(merge(known, inner))
      } else {
        merged[key] = value
      }
    }
    return merged
  }
}
