import AdapterKit
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
    guard let text = spec.options else {
      (settings, team) = ([], nil)
      return
    }
    guard Self.issues(text).isEmpty, let options = Self.object(text) else {
      throw ProviderFailure(.invalid, executed: .no, operation: operation)
    }
    team = options["team"]?.stringValue
    settings = (options["settings_override"]?.objectValue?.pairs ?? []).compactMap { name, value in
      value.objectValue.map { (name: name, block: $0) }
    }
  }

  /// What is no option, or no value of one.
  static func issues(_ text: JSONText) -> [FieldIssue] {
    guard let options = object(text) else {
      return [.wrongType("", "an object")]
    }
    return options.pairs.flatMap { name, value -> [FieldIssue] in
      switch name {
      case "team": teamIssues(value)
      case "settings_override": settingsIssues(value)
      default: [.unknownOption("/" + FieldIssue.pointed(name))]
      }
    }
  }

  private static func object(_ text: JSONText) -> JSONObject? {
    (try? JSON.parse(Array(text.text.utf8), mode: .strict))?.objectValue
  }

  private static func teamIssues(_ value: JSON) -> [FieldIssue] {
    guard let team = value.stringValue else {
      return [.wrongType("/team", "a string")]
    }
    if (1...128).contains(team.unicodeScalars.count) { return [] }
    return [FieldIssue(pointer: "/team", code: "out_of_range", message: "must have 1 to 128 characters")]
  }

  private static func settingsIssues(_ value: JSON) -> [FieldIssue] {
    let here = "/settings_override"
    guard let given = value.objectValue else {
      return [.wrongType(here, "an object")]
    }
    return given.pairs.compactMap { name, block in
      let pointer = here + "/" + FieldIssue.pointed(name)
      if !blocks.contains(name) { return .unknownOption(pointer) }
      return block.objectValue == nil
        ? .wrongType(pointer, "an object") : nil
    }
  }
}
