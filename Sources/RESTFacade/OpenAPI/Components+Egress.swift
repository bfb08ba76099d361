import GatewayEngine
import JSONCoding
import MeetingCore

extension Components {
  private static let person = Schema.nullable(Schema.reference("Person"))
  private static let time = Schema.nullable(Schema.time)
  private static let files = Schema.list(Schema.reference("EgressFile"))

  private static func resource(_ sort: EgressSort, _ running: String, _ own: KeyValuePairs<String, JSON>) -> JSON {
    let states = Egress.State.allCases.map { $0 == .running ? running : $0.rawValue }
    let common: KeyValuePairs<String, JSON> = [
      "id": Schema.id(sort.idPrefix), "room_id": Schema.id("room_"), "session_id": Schema.nullable(Schema.id("ses_")),
      "state": Schema.choice(states), "reason": Schema.nullable(Schema.string), "created_at": Schema.time,
      "started_at": time, "stopped_at": time, "started_by": person, "stopped_by": person,
      "provider_refs": Schema.map(Schema.string),
    ]
    return Schema.answer(own, common)
  }

  /// What leaves a room.
  static let egress: KeyValuePairs<String, JSON> = [
    "Recording": resource(
      .recording, "recording",
      [
        "mode": Schema.choice(of: RecordingMode.self),
        "audio_only": Schema.described(Schema.nullable(Schema.boolean), "null: as the room is set at the provider."),
        "files": files,
      ]),
    "RecordingPage": Schema.page(of: "Recording"),
    "RecordingRequest": recordingRequest,
    "Broadcast": resource(
      .broadcast, "live",
      [
        "kind": Schema.choice(EgressRequests.broadcastKinds),
        "destination": Schema.described(
          Schema.nullable(Schema.string), "Where an rtmp broadcast goes, without what may be secret."),
        "playback_url": Schema.described(
          Schema.nullable(Schema.string), "Where an hls broadcast can be seen once it is ready."),
      ]),
    "BroadcastPage": Schema.page(of: "Broadcast"),
    "BroadcastRequest": [
      "oneOf": [
        Schema.request(["kind": Schema.choice(["hls"])], required: ["kind"]),
        Schema.request(
          [
            "kind": Schema.choice(["rtmp"]),
            "url": ["type": "string", "pattern": "^[Rr][Tt][Mm][Pp][Ss]?://[!-~]+$", "maxLength": 255],
            "key": Schema.described(
              Schema.nullable(Schema.text(Limits.streamKeyLength, minimum: 1)),
              "The destination's stream key; never shown again."),
          ], required: ["kind", "url"]),
      ]
    ],
    "Transcription": resource(
      .transcription, "live",
      ["language": Schema.nullable(Schema.string), "captions": Schema.boolean, "files": files]),
    "TranscriptionPage": Schema.page(of: "Transcription"),
    "TranscriptionRequest": Schema.request([
      "language": Schema.described(
        Schema.nullable(Schema.text(Limits.languageLength, minimum: 1)),
        "What is spoken, as the provider names languages; absent: the room's setting."),
      "captions": Schema.described(Schema.boolean, "Whether caption.received events come along; true if absent."),
    ]),
    "EgressFile": Schema.answer([
      "name": Schema.string, "started_at": time, "ended_at": time,
      "url": Schema.described(
        Schema.nullable(Schema.string), "Fresh with every answer; null while the provider has none."),
      "expires_at": Schema.described(time, "When the url ceases to be good; null where the provider does not tell."),
    ]),
  ]

  /// A recording of the whole room is of nobody in particular.
  private static let recordingRequest: JSON = {
    let request = Schema.request([
      "mode": Schema.described(Schema.choice(of: RecordingMode.self), "What one file holds; room if absent."),
      "audio_only": Schema.boolean,
      "participant": Schema.described(
        Schema.nullable(Schema.id("par_")), "The only one to be recorded, with the modes participant and track."),
    ])
    var object = request.objectValue ?? JSONObject()
    object["not"] = [
      "required": ["mode", "participant"],
      "properties": ["mode": ["const": "room"], "participant": ["type": "string"]],
    ]
    return .object(object)
  }()
}
