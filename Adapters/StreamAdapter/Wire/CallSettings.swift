import JSONCoding
import MeetingCore

/// A room's settings as the service's `settings_override`: only what is asked for is sent.
enum CallSettings {
  static func override(_ spec: RoomSpec, operation: String) throws(ProviderFailure) -> JSON {
    var blocks = JSONObject()
    blocks["backstage"] = backstage(spec)
    blocks["limits"] = limits(spec.settings)
    if let seconds = spec.settings.emptyTimeoutSeconds {
      guard (5...900).contains(seconds) else {
        throw ProviderFailure(.invalid, executed: .no, operation: operation)
      }
      blocks["session"] = ["inactivity_timeout_seconds": .integer(Int64(seconds))]
    }
    if spec.settings.recordAutomatically {
      blocks["recording"] = ["mode": "auto-on", "audio_only": .bool(spec.kind == .audioRoom), "quality": "720p"]
    }
    for (name, block) in options(spec)["settings_override"]?.objectValue?.pairs ?? [] { blocks[name] = block }
    return .object(blocks)
  }

  /// This provider's part of the room's options.
  static func options(_ spec: RoomSpec) -> JSON {
    guard let text = spec.options?.text else { return .null }
    return (try? JSON.parse(Array(text.utf8), mode: .strict)) ?? .null
  }

  private static func backstage(_ spec: RoomSpec) -> JSON {
    var block = JSONObject()
    block["enabled"] = .bool(spec.settings.backstage)
    block["join_ahead_time_seconds"] = spec.joinAheadSeconds.map { .integer(Int64($0)) }
    return .object(block)
  }

  private static func limits(_ settings: RoomSettings) -> JSON? {
    var block = JSONObject()
    block["max_participants"] = settings.maximumParticipants.map { .integer(Int64($0)) }
    block["max_duration_seconds"] = settings.maximumDurationSeconds.map { .integer(Int64($0)) }
    return block.isEmpty ? nil : .object(block)
  }
}
