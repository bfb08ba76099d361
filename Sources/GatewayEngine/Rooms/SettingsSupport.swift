import MeetingCore

/// What of a room's wanted settings its provider does not keep: refused by name, since a setting that nobody keeps would be a
/// silent no-op.
enum SettingsSupport {
  /// Of a room that is to be made.
  static func issues(of request: CreateRoom, with offering: Offering) -> [FieldIssue] {
    var issues = rules(in: request.settings).filter { offering.rules[$0] == nil }.map { unkept($0) }
    if request.settings.backstage == true, offering.cells[.stage] == nil { issues.append(noStage) }
    if request.joinAheadSeconds != nil, offering.cells[.joinAhead] == nil {
      issues.append(issue("/join_ahead_seconds", "nobody can come ahead at this provider"))
    }
    return issues
  }

  /// Of a room that is there: what its vendor keeps can only be changed where the vendor takes changes.
  static func issues(of input: SettingsInput, in room: Room, with offering: Offering) -> [FieldIssue] {
    var wanted = room.settings
    SettingsMerge.apply(input, to: &wanted)
    var issues: [FieldIssue] = []
    for rule in RoomRule.allCases where isChanged(rule, room.settings, wanted) {
      guard let keeping = offering.rules[rule] else {
        issues.append(unkept(rule))
        continue
      }
      if keeping.quality == .native, offering.port(.updating) == nil { issues.append(settled(rule)) }
    }
    if wanted.backstage, !room.settings.backstage, offering.cells[.stage] == nil { issues.append(noStage) }
    return issues
  }

  private static func rules(in input: SettingsInput) -> [RoomRule] {
    let nothing = RoomSettings(backstage: false)
    var wanted = nothing
    SettingsMerge.apply(input, to: &wanted)
    return RoomRule.allCases.filter { isChanged($0, nothing, wanted) }
  }

  private static func isChanged(_ rule: RoomRule, _ old: RoomSettings, _ new: RoomSettings) -> Bool {
    switch rule {
    case .maximumParticipants: old.maximumParticipants != new.maximumParticipants
    case .maximumDuration: old.maximumDurationSeconds != new.maximumDurationSeconds
    case .emptyTimeout: old.emptyTimeoutSeconds != new.emptyTimeoutSeconds
    case .automaticRecording: old.recordAutomatically != new.recordAutomatically
    }
  }

  private static let noStage = issue("/settings/backstage", "rooms have no backstage at this provider")

  private static func unkept(_ rule: RoomRule) -> FieldIssue {
    issue("/settings/\(rule.rawValue)", "is not kept at this provider")
  }

  private static func settled(_ rule: RoomRule) -> FieldIssue {
    issue("/settings/\(rule.rawValue)", "is settled when the room is made at this provider")
  }

  private static func issue(_ pointer: String, _ message: String) -> FieldIssue {
    FieldIssue(pointer: pointer, code: "unsupported", message: message)
  }
}
