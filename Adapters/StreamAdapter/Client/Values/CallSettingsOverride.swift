import JSONCoding

/// What is to differ from the settings of a call's type. The service's settings have blocks, e.g. `backstage`, of members, e.g.
/// `join_ahead_time_seconds`; the common ones have a name here, the others are given by `blocks`.
public struct CallSettingsOverride: Sendable, Hashable {
  /// Whether the call begins behind the stage.
  public var backstage: Bool?
  /// How long before `startsAt` everybody may come in although the call is backstage.
  public var joinAheadTimeSeconds: Int?
  /// Devices that may be in the call at once.
  public var maxParticipants: Int?
  /// After which the call ends by itself; 0 = never.
  public var maxDurationSeconds: Int?
  /// Blocks by name, under the members that are named above.
  public var blocks: [String: RawJSON]

  public init(
    backstage: Bool? = nil, joinAheadTimeSeconds: Int? = nil, maxParticipants: Int? = nil,
    maxDurationSeconds: Int? = nil, blocks: [String: RawJSON] = [:]
  ) {
    self.backstage = backstage
    self.joinAheadTimeSeconds = joinAheadTimeSeconds
    self.maxParticipants = maxParticipants
    self.maxDurationSeconds = maxDurationSeconds
    self.blocks = blocks
  }

  /// nil when nothing differs.
  var json: JSON? {
    var all = blocks
    put(&all, "backstage", "enabled", backstage.map(RawJSON.bool))
    put(&all, "backstage", "join_ahead_time_seconds", joinAheadTimeSeconds.map { .number(Double($0)) })
    put(&all, "limits", "max_participants", maxParticipants.map { .number(Double($0)) })
    put(&all, "limits", "max_duration_seconds", maxDurationSeconds.map { .number(Double($0)) })
    return all.isEmpty ? nil : RawJSON.json(all)
  }

  private func put(_ all: inout [String: RawJSON], _ block: String, _ name: String, _ value: RawJSON?) {
    guard let value else { return }
    var members = all[block]?.dictionaryValue ?? [:]
    members[name] = value
    all[block] = .dictionary(members)
  }
}
