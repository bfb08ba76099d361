import AdapterKit
import JSONCoding
import MeetingCore

/// A conversation as the vendor keeps it. Lists write its members one way and single ones another: both are read.
struct ConversationReading: Sendable, Hashable {
  /// What the caller said, and what the agent then did; either may be missing.
  struct Turn: Sendable, Hashable {
    let caller: String?
    let callerAt: Timestamp?
    let agent: String?
    let agentAt: Timestamp?
  }

  let id: String
  let startedAt: Timestamp?
  let isInProgress: Bool
  /// How many turns there were; a project may keep them to itself, so that `turns` is empty all the same.
  let turnCount: Int?
  let duration: Duration?
  let fromNumber: String?
  /// What tied the call to the messaging session, where the vendor keeps that.
  let callID: String?
  let turns: [Turn]

  /// nil for what has no id.
  init?(_ json: JSON) {
    func member(_ snake: String, _ camel: String) -> JSON? { json[snake] ?? json[camel] }
    guard let id = json["id"]?.stringValue ?? json["conversationId"]?.stringValue, !id.isEmpty else { return nil }
    self.id = id
    startedAt = WireTime.read(member("started_at", "startedAt"))
    isInProgress = member("in_progress", "inProgress")?.boolValue ?? false
    turnCount = member("num_turns", "numTurns")?.integerValue.flatMap { Int(exactly: $0) }
    duration = member("total_duration", "totalDuration")?.numberValue.flatMap(Self.seconds)
    fromNumber = member("from_number", "fromNumber")?.stringValue
    callID = json["state"]?["call_sid"]?.stringValue ?? json["state"]?["callSid"]?.stringValue
    turns = json["turns"]?.arrayValue?.compactMap(Self.turn) ?? []
  }

  /// A page of a list, and where the next begins; nil = there is none.
  static func page(_ json: JSON) -> (items: [ConversationReading], next: String?)? {
    guard let items = json["conversations"]?.arrayValue else { return nil }
    let next = json["cursor"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    return (items.compactMap(ConversationReading.init), next)
  }

  private static func seconds(_ number: Double) -> Duration? {
    (0..<10_000_000).contains(number) ? .milliseconds(Int64(number * 1_000)) : nil
  }

  private static func turn(_ json: JSON) -> Turn? {
    func text(_ snake: String, _ camel: String) -> String? {
      (json[snake] ?? json[camel])?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
    func time(_ snake: String, _ camel: String) -> Timestamp? { WireTime.read(json[snake] ?? json[camel]) }
    let turn = Turn(
      caller: text("user_input", "userInput"), callerAt: time("user_input_datetime", "userInputDatetime"),
      agent: text("agent_response", "agentResponse"), agentAt: time("agent_response_datetime", "agentResponseDatetime"))
    return turn.caller == nil && turn.agent == nil ? nil : turn
  }
}
