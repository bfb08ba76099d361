import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  /// An event of no room: whose ids and sequence are null.
  mutating func event(_ change: ConditionChange, kind: String, id: String, recordedAt: Timestamp) {
    object { json in
      json.member("id", id)
      json.member("type", change.type)
      for name in ["room_id", "session_id", "sequence"] { json.member(name) { $0.null() } }
      json.member("occurred_at", change.at)
      json.member("recorded_at", recordedAt)
      json.member("provider", change.account)
      json.member("provider_kind", kind)
      json.member("source", FactSource.api.rawValue)
      json.member("data") { json in
        json.object { json in
          json.member("operation_class", change.operations.rawValue)
          json.member("reason", change.reason.rawValue)
        }
      }
      json.member("provider_event") { $0.null() }
    }
  }

  mutating func trouble(_ trouble: ProviderView.Trouble) {
    object { json in
      json.member("operation_class", trouble.operations.rawValue)
      json.member("reason", trouble.reason.rawValue)
      json.member("since", trouble.since)
    }
  }
}
