import JSONCoding
import MeetingCore

/// This provider's part of a room's `provider_options`.
struct RoomOptions: Sendable {
  /// Blocks of the service's call settings, over what the room's own settings say.
  let settings: [(name: String, block: JSONObject)]
  let team: String?

  static let blocks = [
    "audio", "video", "backstage", "screensharing", "recording", "individual_recording", "raw_recording",
    "frame_recording", "broadcasting", "transcription", "limits", "session", "ring", "geofencing", "thumbnails",
    "encryption", "ingress",
  ]

  /// What `init` takes.
  static let schema: JSONText = {
    var properties = JSONObject()
    for block in blocks { properties[block] = ["type": "object"] }
    let settings: JSON = [
      "type": "object", "additionalProperties": false, "properties": .object(properties),
      "description": "Sent with the call's settings, over what the room's settings say.",
    ]
    let options: JSON = [
      "type": "object", "additionalProperties": false,
      "properties": ["settings_override": settings, "team": ["type": "string", "minLength": 1, "maxLength": 128]],
    ]
    return JSONText(options.text())
  }()

  /// Throws `.invalid` for anything that is no option.
  init(_ spec: RoomSpec, operation: String) throws(ProviderFailure) {
    let invalid = ProviderFailure(.invalid, executed: .no, operation: operation)
    guard let text = spec.options?.text else {
      (settings, team) = ([], nil)
      return
    }
    guard let object = (try? JSON.parse(Array(text.utf8), mode: .strict))?.objectValue,
      object.keys.allSatisfy({ $0 == "settings_override" || $0 == "team" })
    else { throw invalid }
    team = object["team"]?.stringValue
    guard object["team"] == nil || team.map({ (1...128).contains($0.unicodeScalars.count) }) == true else {
      throw invalid
    }
    var settings: [(name: String, block: JSONObject)] = []
    if let override = object["settings_override"] {
      guard let given = override.objectValue else { throw invalid }
      for (name, value) in given.pairs {
        guard Self.blocks.contains(name), let block = value.objectValue else { throw invalid }
        settings.append((name, block))
      }
    }
    self.settings = settings
  }
}
