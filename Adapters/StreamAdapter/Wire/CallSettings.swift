import JSONCoding
import MeetingCore

/// A room's settings as the service's `settings_override`: only what is asked for is sent, since a block that is sent must
/// be whole.
struct CallSettings: Sendable {
  /// How long a session may wait for somebody to come back.
  static let inactivitySeconds = 5...900

  private(set) var blocks = JSONObject()

  /// Throws `.invalid` for what the service would refuse. `isExplicit` also writes down what is *not* wanted, as zeros, so
  /// that a change can take a limit away.
  init(_ spec: RoomSpec, _ options: RoomOptions, isExplicit: Bool = false, operation: String) throws(ProviderFailure) {
    blocks["backstage"] = Self.backstage(spec, isExplicit)
    if spec.kind == .voiceCall {
      // The type is that of meetings.
      blocks["video"] = ["enabled": false, "camera_default_on": false, "access_request_enabled": false]
      blocks["screensharing"] = ["enabled": false, "access_request_enabled": false]
      blocks["recording"] = Self.recording("available", spec.kind)
    }
    blocks["limits"] = Self.limits(spec.settings, isExplicit)
    if let seconds = spec.settings.emptyTimeoutSeconds {
      guard Self.inactivitySeconds.contains(seconds) else {
        throw ProviderFailure(.invalid, executed: .no, operation: operation)
      }
      blocks["session"] = ["inactivity_timeout_seconds": .integer(Int64(seconds))]
    }
    if spec.settings.recordAutomatically { blocks["recording"] = Self.recording("auto-on", spec.kind) }
    for (name, block) in options.settings {
      var merged = blocks[name]?.objectValue ?? JSONObject()
      for (key, value) in block.pairs { merged[key] = value }
      blocks[name] = .object(merged)
    }
  }

  /// The blocks in which a call's present settings differ from these.
  func differing(from current: JSON, kind: RoomKind) -> JSONObject {
    var changed = JSONObject()
    for (name, block) in blocks.pairs where !Self.holds(block, in: current[name]) { changed[name] = block }
    if blocks["recording"] == nil, current["recording"]?["mode"]?.stringValue == "auto-on" {
      changed["recording"] = Self.recording("available", kind)
    }
    return changed
  }

  /// Quality is needed unless only sound is recorded.
  private static func recording(_ mode: String, _ kind: RoomKind) -> JSON {
    kind == .meeting
      ? ["mode": .string(mode), "audio_only": false, "quality": "720p"] : ["mode": .string(mode), "audio_only": true]
  }

  private static func backstage(_ spec: RoomSpec, _ isExplicit: Bool) -> JSON {
    var block = JSONObject()
    block["enabled"] = .bool(spec.settings.backstage)
    block["join_ahead_time_seconds"] = number(spec.joinAheadSeconds, isExplicit)
    return .object(block)
  }

  private static func limits(_ settings: RoomSettings, _ isExplicit: Bool) -> JSON? {
    var block = JSONObject()
    block["max_participants"] = number(settings.maximumParticipants, isExplicit)
    block["max_duration_seconds"] = number(settings.maximumDurationSeconds, isExplicit)
    return block.isEmpty ? nil : .object(block)
  }

  private static func number(_ value: Int?, _ isExplicit: Bool) -> JSON? {
    value.map { .integer(Int64($0)) } ?? (isExplicit ? 0 : nil)
  }

  /// Whether `present` has everything that is wanted; what is absent counts as zero, false or empty.
  private static func holds(_ wanted: JSON, in present: JSON?) -> Bool {
    switch wanted {
    case .object(let object): object.pairs.allSatisfy { holds($0.value, in: present?[$0.key]) }
    case .integer(0), .bool(false), .null: present == nil || present == .null || present == wanted
    default: present == wanted
    }
  }
}
