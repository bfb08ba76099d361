import JSONCoding
import MeetingCore

extension Components {
  /// Voice calls.
  static let calls: KeyValuePairs<String, JSON> = [
    "Call": Schema.answer([
      "id": Schema.nullable(Schema.string), "room_id": Schema.id("room_"),
      "state": Schema.choice(["idle"] + VoiceCall.State.allCases.map(\.rawValue)),
      "answered": Schema.boolean,
      "error": Schema.nullable(Schema.reference("CallError")),
      "reason": Schema.described(
        Schema.nullable(Schema.string), "Why it ended; null while it runs, and where it failed."),
      "caller": Schema.nullable(Schema.reference("Person")),
      "muted": Schema.described(Schema.nullable(Schema.boolean), "As the caller's side reports; null: it has not."),
      "audio": Schema.answer([
        "available_devices": Schema.list(Schema.reference("AudioDevice")),
        "selected_device": Schema.nullable(Schema.string),
      ]),
      "offer": Schema.described(
        Schema.nullable(Schema.answer(["generation": Schema.count, "sdp": Schema.string])),
        "What the vendor offers anew, for the caller's side to answer; null where nothing waits for an answer."),
      "created_at": Schema.nullable(Schema.time), "updated_at": Schema.nullable(Schema.time),
    ]),
    "CallError": Schema.answer([
      "code": Schema.choice(CallError.Code.allCases.map(\.rawValue)), "message": Schema.string,
      "retryable": Schema.described(Schema.boolean, "Whether another call may well succeed."),
    ]),
    "AudioDevice": Schema.answer([
      "id": Schema.string, "kind": Schema.choice(AudioDevice.Kind.allCases.map(\.rawValue)),
      "name": Schema.nullable(Schema.string),
    ]),
    "AudioDeviceInput": Schema.request(
      [
        "id": word, "kind": Schema.nullable(Schema.choice(AudioDevice.Kind.allCases.map(\.rawValue))),
        "name": Schema.nullable(name),
      ], required: ["id"]),
    "CallReport": Schema.request([
      "connection": Schema.nullable(Schema.choice(CallReport.Connection.allCases.map(\.rawValue))),
      "muted": Schema.nullable(Schema.boolean),
      "audio": Schema.nullable(
        Schema.request([
          "available_devices": Schema.described(
            Schema.list(Schema.reference("AudioDeviceInput"), maximum: CallRequests.maximumDevices), "No id twice."),
          "selected_device": Schema.described(Schema.nullable(word), "The id of one of those available."),
        ])),
    ]),
    "CallWish": Schema.filled([
      "muted": Schema.boolean,
      "audio_device": Schema.described(
        Schema.nullable(word), "The id of a device that the caller's side has reported; null = whichever it takes."),
    ]),
  ]

  private static let word = Schema.text(CallRequests.deviceLength, minimum: 1)
  private static let name = Schema.text(CallRequests.deviceLength)
}
