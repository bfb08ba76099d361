import GatewayEngine
import JSONCoding
import MeetingCore

extension Components {
  /// Providers, keys, events, health and errors.
  static let operating: KeyValuePairs<String, JSON> = [
    "Provider": Schema.answer([
      "name": Schema.string,
      "kind": Schema.string,
      "mock": Schema.boolean,
      "health": Schema.answer([
        "state": Schema.choice(["ok", "degraded", "unknown"]),
        "breaker": Schema.nullable(Schema.choice(["closed", "open", "half_open"])),
        "last_error": Schema.nullable(Schema.string),
        "since": Schema.nullable(Schema.time),
        "degraded": Schema.list(
          Schema.answer([
            "operation_class": Schema.choice(of: OperationClass.self), "reason": Schema.string, "since": Schema.time,
          ])),
      ]),
      "credentials": Schema.choice(["ok", "rejected", "unknown"]),
      "findings": Schema.described(
        Schema.list(Schema.reference("AccountFinding")),
        "What was last found at the vendor's side of the account; empty before the first look."),
    ]),
    "AccountFinding": Schema.answer([
      "subject": Schema.choice(of: AccountFinding.Subject.self),
      "state": Schema.choice(of: AccountFinding.State.self),
      "message": Schema.string,
      "remedy": Schema.nullable(Schema.string),
    ]),
    "ProviderPage": Schema.page(of: "Provider"),
    "CapabilityRow": Schema.answer([
      "capability": Schema.choice(of: Capability.self),
      "kinds": Schema.list(Schema.choice(of: RoomKind.self)),
      "quality": Schema.choice(["native", "emulated", "requested", "unsupported"]),
      "enforcement": Schema.choice(["vendor", "policed", "advisory"]),
      "limits": Schema.answer([
        "max_participants": Schema.nullable(Schema.count), "max_publishers": Schema.nullable(Schema.count),
        "max_duration_seconds": Schema.nullable(Schema.count),
      ]),
      "note": Schema.nullable(Schema.string),
    ]),
    "SettingRow": Schema.answer([
      "setting": Schema.choice(of: RoomRule.self),
      "kinds": Schema.list(Schema.choice(of: RoomKind.self)),
      "quality": Schema.choice(["native", "emulated", "requested", "unsupported"]),
      "enforcement": Schema.choice(["vendor", "policed", "advisory"]),
      "minimum": Schema.described(
        Schema.nullable(Schema.count), "The least value, where the provider takes fewer than the API."),
      "maximum": Schema.nullable(Schema.count),
      "note": Schema.nullable(Schema.string),
    ]),
    "CapabilityPage": Schema.answer([
      "items": Schema.list(Schema.reference("CapabilityRow")),
      "settings": Schema.described(
        Schema.list(Schema.reference("SettingRow")),
        "Who keeps a room's settings. One that is unsupported is refused where a room names it."),
      "next_cursor": Schema.nullable(Schema.string),
    ]),
    "Key": Schema.answer(
      [
        "id": Schema.id("key_"), "name": Schema.string, "scopes": Schema.list(Schema.choice(of: Scope.self)),
        "created_at": Schema.time, "revoked_at": Schema.nullable(Schema.time),
        "key": Schema.described(Schema.string, "Only in the answer that made it."),
      ], optional: ["key"]),
    "KeyPage": Schema.page(of: "Key"),
    "KeyRequest": Schema.request(
      [
        "name": Schema.text(Limits.nameLength, minimum: 1),
        "scopes": Schema.choices(of: Scope.self, minimum: 1),
      ], required: ["name", "scopes"]),
    "Event": Schema.answer([
      "id": Schema.id("evt_"),
      "type": Schema.string,
      "room_id": Schema.nullable(Schema.string),
      "session_id": Schema.nullable(Schema.string),
      "sequence": Schema.nullable(Schema.count),
      "occurred_at": Schema.time,
      "recorded_at": Schema.time,
      "provider": Schema.nullable(Schema.string),
      "provider_kind": Schema.nullable(Schema.string),
      "source": Schema.choice(["webhook", "socket", "reconcile", "api"]),
      "data": Schema.anyObject,
      "provider_event": Schema.nullable(Schema.answer(["type": Schema.string])),
    ]),
    "EventPage": Schema.page(of: "Event", alwaysContinues: true),
    "Empty": Schema.answer([:]),
    "Health": Schema.answer(
      ["status": Schema.choice(["ok", "not_ready"]), "checks": Schema.map(Schema.boolean)],
      optional: ["checks"]),
    "Problem": Schema.answer(
      [
        "type": Schema.string,
        "title": Schema.string,
        "status": Schema.integer(400...599),
        "code": Schema.choice(of: ErrorCode.self),
        "detail": Schema.string,
        "instance": Schema.string,
        "request_id": Schema.string,
        "retryable": Schema.boolean,
        "errors": Schema.list(
          Schema.answer(["pointer": Schema.string, "code": Schema.string, "message": Schema.string])),
        "capability": Schema.choice(of: Capability.self),
        "alternatives": Schema.list(Schema.string),
        "opens_at": Schema.nullable(Schema.time),
        "existing_id": Schema.string,
        "operation": Schema.string,
        "required_kind": Schema.string,
        "provider": Schema.string,
        "provider_kind": Schema.string,
        "provider_error": Schema.answer([
          "operation": Schema.nullable(Schema.string), "status": Schema.nullable(Schema.count),
          "code": Schema.nullable(Schema.string), "message": Schema.nullable(Schema.string),
          "request_id": Schema.nullable(Schema.string),
        ]),
      ],
      optional: [
        "errors", "capability", "alternatives", "opens_at", "existing_id", "operation", "required_kind", "provider",
        "provider_kind", "provider_error",
      ]),
  ]
}
