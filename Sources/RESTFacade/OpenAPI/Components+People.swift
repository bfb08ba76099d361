import GatewayEngine
import JSONCoding
import MeetingCore

extension Components {
  /// People, tokens and controls.
  static let people: KeyValuePairs<String, JSON> = [
    "Person": Schema.answer([
      "external_id": Schema.externalID, "name": Schema.nullable(Schema.string),
      "image_url": Schema.nullable(Schema.string),
    ]),
    "PersonInput": Schema.request(
      [
        "external_id": Schema.externalID,
        "name": Schema.described(
          Schema.nullable(Schema.text(Limits.nameLength)), "Absent keeps what is known, null clears it."),
        "image_url": Schema.nullable([
          "type": "string", "maxLength": .integer(Int64(Limits.urlBytes)),
          "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[!-~]+$",
        ]),
      ], required: ["external_id"]),
    "MemberInput": Schema.request(
      [
        "person": Schema.reference("PersonInput"), "role": Schema.choice(of: ParticipantRole.self),
      ], required: ["person"]),
    "TrackState": Schema.answer([
      "publishing": Schema.nullable(Schema.boolean), "muted": Schema.nullable(Schema.boolean),
      "as_of": Schema.nullable(Schema.time),
    ]),
    "Participant": Schema.answer([
      "id": Schema.id("par_"),
      "person": Schema.nullable(Schema.reference("Person")),
      "session_id": Schema.string,
      "role": Schema.choice(of: ParticipantRole.self),
      "permissions": Schema.list(Schema.string),
      "connection": Schema.choice(["connected", "left"]),
      "tracks": Schema.answer([
        "audio": Schema.reference("TrackState"), "video": Schema.reference("TrackState"),
        "screen": Schema.reference("TrackState"),
      ]),
      "speaking": Schema.nullable(Schema.boolean),
      "audio_level": Schema.nullable(["type": "number"]),
      "joined_at": Schema.time,
      "left_at": Schema.nullable(Schema.time),
      "provider_refs": Schema.map(Schema.string),
    ]),
    "ParticipantPage": Schema.page(of: "Participant"),
    "MuteRequest": Schema.request(
      [
        "tracks": Schema.choices(of: TrackKind.self, minimum: 1)
      ], required: ["tracks"]),
    "MuteAllRequest": Schema.request(
      [
        "tracks": Schema.choices(of: TrackKind.self, minimum: 1),
        "except": Schema.list(Schema.externalID, maximum: Limits.exceptions),
      ], required: ["tracks"]),
    "RemoveRequest": Schema.request(["prevent_rejoin": Schema.choice(["none", "until_session_ends", "forever"])]),
    "Ban": Schema.answer([
      "person": Schema.reference("Person"), "until": Schema.nullable(Schema.time),
      "session_id": Schema.nullable(Schema.string), "by": Schema.nullable(Schema.externalID),
    ]),
    "BanPage": Schema.page(of: "Ban"),
    "BanRequest": Schema.request(
      [
        "person": Schema.reference("PersonInput"), "until": Schema.nullable(Schema.givenTime),
      ], required: ["person"]),
    "ClientTokenRequest": Schema.request(
      [
        "person": Schema.reference("PersonInput"), "role": Schema.choice(of: ParticipantRole.self),
        "ttl_seconds": Schema.integer(Limits.clientTokenSeconds),
      ], required: ["person"]),
    "ClientToken": Schema.answer([
      "token": Schema.string, "expires_at": Schema.time, "room_id": Schema.id("room_"),
      "person": Schema.reference("Person"), "role": Schema.choice(of: ParticipantRole.self),
    ]),
    "JoinTokenRequest": joinTokenRequest,
    "JoinToken": Schema.answer([
      "provider": Schema.string,
      "provider_kind": Schema.string,
      "token": Schema.string,
      "expires_at": Schema.time,
      "role": Schema.choice(of: ParticipantRole.self),
      "permissions": Schema.list(Schema.string),
      "sdk": Schema.answer(["kind": Schema.string, "packages": Schema.map(Schema.string)]),
      "connect": Schema.reference("Connect"),
      "hidden_vendor_ids": Schema.list(Schema.string),
      "conventions": Schema.anyObject,
    ]),
  ]

  /// Whoever comes as nobody in particular listens.
  private static let joinTokenRequest: JSON = {
    let request = Schema.request([
      "person": Schema.described(
        Schema.nullable(Schema.reference("PersonInput")), "Null for somebody anonymous. Not with a client token."),
      "role": Schema.choice(of: ParticipantRole.self),
      "ttl_seconds": Schema.integer(Limits.joinTokenSeconds),
      "client": Schema.request([
        "platform": Schema.text(64), "kinds": Schema.list(Schema.text(64, minimum: 1), maximum: 16),
      ]),
    ])
    let others = ParticipantRole.allCases.filter { $0 != .listener }.map(\.rawValue)
    var object = request.objectValue ?? JSONObject()
    object["not"] = [
      "required": ["role"], "properties": ["person": ["type": "null"], "role": Schema.choice(others)],
    ]
    return .object(object)
  }()
}
