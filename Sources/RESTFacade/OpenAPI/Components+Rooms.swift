import GatewayEngine
import JSONCoding
import MeetingCore

extension Components {
  /// Rooms and what belongs to them.
  static let rooms: KeyValuePairs<String, JSON> = [
    "Room": Schema.answer(
      [
        "id": Schema.id("room_"),
        "external_id": Schema.nullable(Schema.externalID),
        "kind": Schema.choice(of: RoomKind.self),
        "provider": Schema.string,
        "provider_kind": Schema.string,
        "title": Schema.nullable(Schema.string),
        "description": Schema.nullable(Schema.string),
        "custom": Schema.anyObject,
        "state": Schema.choice(["backstage", "live", "ended"]),
        "joinable_at": Schema.nullable(Schema.time),
        "locked": Schema.boolean,
        "host": Schema.reference("Person"),
        "settings": Schema.reference("Settings"),
        "starts_at": Schema.nullable(Schema.time),
        "join_ahead_seconds": Schema.nullable(Schema.count),
        "created_at": Schema.time,
        "updated_at": Schema.time,
        "ended_at": Schema.nullable(Schema.time),
        "sequence": Schema.described(Schema.count, "The last event in this view; tail with after_sequence."),
        "session": Schema.nullable(Schema.reference("Session")),
        "recording": Schema.boolean,
        "broadcasting": Schema.boolean,
        "transcribing": Schema.boolean,
        "provider_refs": Schema.map(Schema.string),
        "previous_providers": Schema.list(Schema.string),
        "attempts": Schema.list(Schema.reference("CreateAttempt")),
        "participants": Schema.list(Schema.reference("Participant")),
      ], optional: ["participants"]),
    "RoomPage": Schema.page(of: "Room"),
    "Session": Schema.answer([
      "id": Schema.id("ses_"),
      "started_at": Schema.time,
      "participant_count": Schema.described(Schema.count, "Connections."),
      "person_count": Schema.count,
      "person_count_by_role": Schema.map(Schema.count),
      "anonymous_count": Schema.count,
    ]),
    "CreateAttempt": Schema.answer([
      "provider": Schema.string,
      "outcome": Schema.choice(["created", "existed", "deferred", "failed", "unknown"]),
      "duration_ms": Schema.count,
    ]),
    "Settings": Schema.answer([
      "access": Schema.choice(["open", "members"]),
      "backstage": Schema.boolean,
      "max_participants": Schema.nullable(Schema.count),
      "max_duration_seconds": Schema.nullable(Schema.count),
      "empty_timeout_seconds": Schema.nullable(Schema.count),
      "record_automatically": Schema.boolean,
    ]),
    "SettingsInput": Schema.request([
      "access": Schema.choice(["open", "members"]),
      "backstage": Schema.boolean,
      "max_participants": Schema.nullable(Schema.integer(Limits.participants)),
      "max_duration_seconds": Schema.nullable(Schema.integer(Limits.durationSeconds)),
      "empty_timeout_seconds": Schema.nullable(Schema.integer(Limits.emptyTimeoutSeconds)),
      "record_automatically": Schema.boolean,
    ]),
    "RoomCreate": Schema.request(
      [
        "kind": Schema.choice(of: RoomKind.self),
        "external_id": Schema.nullable(Schema.externalID),
        "provider": Schema.described(
          Schema.nullable(Schema.text(64, minimum: 1)), "An account's name; absent: the routes decide."),
        "required_capabilities": Schema.choices(of: Capability.self),
        "client_kinds": Schema.list(Schema.text(64, minimum: 1), maximum: 16),
        "title": Schema.nullable(Schema.text(Limits.nameLength)),
        "description": Schema.nullable(Schema.text(Limits.descriptionLength)),
        "custom": Schema.described(Schema.ownObject, "At most 5,120 bytes as compact UTF-8."),
        "host": Schema.nullable(Schema.reference("PersonInput")),
        "members": Schema.list(Schema.reference("MemberInput"), maximum: Limits.members),
        "starts_at": Schema.nullable(Schema.givenTime),
        "join_ahead_seconds": Schema.nullable(Schema.integer(Limits.joinAheadSeconds)),
        "settings": Schema.reference("SettingsInput"),
        "provider_options": Schema.reference("ProviderOptions"),
      ], required: ["kind"]),
    "RoomUpdate": Schema.request([
      "title": Schema.nullable(Schema.text(Limits.nameLength)),
      "description": Schema.nullable(Schema.text(Limits.descriptionLength)),
      "custom": Schema.described(Schema.ownObject, "A merge patch (RFC 7396)."),
      "settings": Schema.reference("SettingsInput"),
      "starts_at": Schema.nullable(Schema.givenTime),
    ]),
    "GoLiveRequest": Schema.request([
      "record": Schema.boolean, "broadcast_hls": Schema.boolean, "transcribe": Schema.boolean,
    ]),
    "StopLiveRequest": Schema.request([
      "keep": Schema.choices(of: GoLiveExtra.self)
    ]),
    "NoFields": Schema.request([:]),
  ]
}
