import JSONCoding
import MeetingCore

/// This provider's part of a room's `provider_options`. Everything in it can only be said when a room is created.
struct RoomOptions: Sendable {
  /// Members of the request that makes a room.
  let members: [(name: String, value: JSON)]

  /// What `init` takes.
  static let schema: JSONText = {
    let several: JSON = [
      "type": "object", "additionalProperties": false,
      "properties": [
        "recording": ["type": "boolean"], "hls": ["type": "boolean"], "rtmp": ["type": "boolean"],
      ],
      "description": "What may run beside each other; recording and HLS at once need both.",
    ]
    let close: JSON = [
      "type": "object", "additionalProperties": false, "required": ["type"],
      "properties": [
        "type": ["enum": .array(closings.map { .string($0.ours) })],
        "after_minutes": ["type": "integer", "minimum": 1, "maximum": .integer(mostMinutes)],
      ],
      "description":
        "What the service does with a session that has run for so long; by its own default it ends after 480 minutes.",
    ]
    let options: JSON = [
      "type": "object", "additionalProperties": false,
      "properties": [
        "multi_composition": several, "auto_close": close,
        "geo_fence": [
          "type": "string", "pattern": "^[a-z0-9-]{2,20}$",
          "description": "The region that media stay in, such as eu001.",
        ],
      ],
    ]
    return JSONText(options.text())
  }()

  static let closings: [(ours: String, vendor: String)] = [
    ("session_ends", "session-ends"), ("session_ends_and_room_closes", "session-end-and-deactivate"),
  ]
  static let mostMinutes: Int64 = 1_440
  static let compositions = ["recording", "hls", "rtmp"]

  /// Throws `.invalid` for anything that is no option.
  init(_ options: JSONText?, operation: String) throws(ProviderFailure) {
    guard let options else {
      members = []
      return
    }
    guard Self.issues(options).isEmpty, let object = Self.object(options) else {
      throw ProviderFailure(.invalid, executed: .no, operation: operation)
    }
    members = object.pairs.compactMap { Self.member($0.key, $0.value) }
  }

  private static func member(_ name: String, _ value: JSON) -> (name: String, value: JSON)? {
    switch name {
    case "multi_composition": return (name: "multiComposition", value: value)
    case "geo_fence": return (name: "geoFence", value: value)
    case "auto_close":
      var config = JSONObject()
      config["type"] = closings.first { .string($0.ours) == value["type"] }.map { .string($0.vendor) }
      config["duration"] = value["after_minutes"]
      return (name: "autoCloseConfig", value: .object(config))
    default: return nil
    }
  }

  static func object(_ text: JSONText) -> JSONObject? {
    (try? JSON.parse(Array(text.text.utf8), mode: .strict))?.objectValue
  }
}
