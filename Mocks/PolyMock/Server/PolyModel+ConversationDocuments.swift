import Clocks
import JSONCoding
import MockKit

/// Conversations as the server's interface shows them.
extension PolyModel {
  /// As lists have them.
  func summary(_ conversation: PolyConversation, latency: Bool, now: Int64) -> JSON {
    let seconds = ((conversation.endedAt ?? now) - conversation.startedAt) / 1_000_000_000
    var state: JSONObject = ["from_": .string(conversation.from), "to": .string(conversation.to)]
    if options.stateNamesCall { state["call_sid"] = .string(conversation.callSid) }
    return [
      "id": .string(conversation.id), "account_id": .string(conversation.accountID),
      "project_id": .string(conversation.projectID), "variant_id": .text(conversation.variantID),
      "variant_name": .text(conversation.variantID), "environment": "live",
      "started_at": .string(RFC3339.format(conversation.startedAt)), "channel": .string(conversation.channel),
      "from_number": .string(conversation.from), "to_number": .string(conversation.to),
      "in_progress": .bool(conversation.endedAt == nil), "num_turns": .int(conversation.turns.count),
      "total_duration": .integer(seconds), "polyai_duration": .integer(seconds), "handoff": false,
      "handoff_reason": nil, "handoff_destination": nil, "num_silences": 0, "num_ood": 0, "metrics": [:],
      "state": .object(state),
      "turns": .array(options.showsTurns ? conversation.turns.map { document($0, latency: latency) } : []),
    ]
  }

  private func document(_ turn: PolyConversation.Turn, latency: Bool) -> JSON {
    var document: JSONObject = [
      "user_input": .string(turn.userInput), "user_input_dtmf": nil, "user_input_datetime": time(turn.userAt),
      "agent_response": .text(turn.agentResponse), "agent_response_datetime": time(turn.agentAt),
      "translated_user_input": nil, "english_agent_response": nil, "intents": [], "entities": [], "is_ood": false,
      "is_silence": .bool(turn.userAt != nil && turn.userInput.isEmpty),
    ]
    if latency, let (asked, answered) = turn.userAt.flatMap({ asked in turn.agentAt.map { (asked, $0) } }) {
      document["latency"] = .number(Double(answered - asked) / 1_000_000_000)
    }
    return .object(document)
  }

  private func time(_ nanoseconds: Int64?) -> JSON { nanoseconds.map { .string(RFC3339.format($0)) } ?? .null }

  /// As one conversation by itself is shown: another host, and other names for the same.
  static func camelCased(_ document: JSON) -> JSON {
    switch document {
    case .object(let object):
      var renamed = JSONObject()
      // Members of the state are the project's own names.
      for (key, value) in object.pairs { renamed[camelCased(key)] = key == "state" ? value : camelCased(value) }
      return .object(renamed)
    case .array(let items): return .array(items.map(camelCased))
    default: return document
    }
  }

  private static func camelCased(_ name: String) -> String {
    let parts = name.split(separator: "_")
    return parts.prefix(1).joined() + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
