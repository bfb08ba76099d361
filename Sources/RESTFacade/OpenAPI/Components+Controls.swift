import GatewayEngine
import JSONCoding
import MeetingCore

extension Components {
  private static let kind = Schema.choice(["applied", "requested", "pending"])
  private static let reason = Schema.nullable(
    Schema.choice(["already", "not_publishing", "not_connected", "already_ended"]))

  /// What controls answer, and what comes of them later.
  static let controls: KeyValuePairs<String, JSON> = [
    "Outcome": Schema.answer(outcome),
    "GoLiveOutcome": Schema.answer([
      "outcome": kind, "changed": Schema.nullable(Schema.boolean), "reason": reason,
      "affected": Schema.list(Schema.string), "operation": Schema.nullable(Schema.string),
      "started": Schema.list(Schema.answer(["kind": Schema.string, "id": Schema.string])),
      "failed": Schema.list(Schema.answer(["kind": Schema.string, "error": Schema.reference("ItemError")])),
    ]),
    "RemovalOutcome": Schema.answer([
      "outcome": kind, "changed": Schema.nullable(Schema.boolean), "reason": reason,
      "affected": Schema.list(Schema.string), "operation": Schema.nullable(Schema.string),
      "rejoin": Schema.answer([
        "requested": Schema.choice(["none", "until_session_ends", "forever"]),
        "enforced": Schema.choice(["vendor", "on_join", "none"]),
      ]),
    ]),
    "BatchOutcome": Schema.answer([
      "outcome": Schema.choice(["applied", "requested", "pending", "partial"]),
      "operation": Schema.nullable(Schema.string),
      "items": Schema.list(
        Schema.answer(
          [
            "participant_id": Schema.string, "outcome": Schema.nullable(kind),
            "changed": Schema.nullable(Schema.boolean), "error": Schema.reference("ItemError"),
          ], optional: ["error"])),
    ]),
    "ItemError": Schema.answer(
      [
        "code": Schema.string, "title": Schema.string, "detail": Schema.string, "retryable": Schema.boolean,
        "capability": Schema.string,
      ], optional: ["capability"]),
    "Operation": Schema.answer([
      "id": Schema.id("op_"),
      "kind": Schema.string,
      "room_id": Schema.nullable(Schema.string),
      "state": Schema.choice(["pending", "succeeded", "failed", "unknown"]),
      "progress": Schema.nullable(
        Schema.answer(["done": ["type": "integer", "minimum": 0], "total": ["type": "integer", "minimum": 1]])),
      "result": Schema.nullable(Schema.answer(["id": Schema.string])),
      "error": Schema.nullable(Schema.reference("ItemError")),
      "created_at": Schema.time,
    ]),
  ]

  static let outcome: KeyValuePairs<String, JSON> = [
    "outcome": kind, "changed": Schema.nullable(Schema.boolean), "reason": reason,
    "affected": Schema.list(Schema.string), "operation": Schema.nullable(Schema.string),
  ]
}
