import MeetingCore

/// What of a room's wanted settings its provider does not keep: refused by name, since a setting that nobody keeps would be a
/// silent no-op.
enum SettingsSupport {
  /// Of a room that is to be made.
  static func issues(of request: CreateRoom, with offering: Offering) -> [FieldIssue] {
    let wanted = settings(in: request.settings)
    var issues = RoomRule.allCases.filter { isChanged($0, nothing, wanted) }.compactMap { issue($0, wanted, offering) }
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
      if let issue = issue(rule, wanted, offering) {
        issues.append(issue)
      } else if offering.rules[rule]?.quality == .native, offering.port(.updating) == nil {
        issues.append(settled(rule))
      }
    }
    if wanted.backstage, !room.settings.backstage, offering.cells[.stage] == nil { issues.append(noStage) }
    return issues
  }

  private static let nothing = RoomSettings(backstage: false)

  private static func settings(in input: SettingsInput) -> RoomSettings {
    var wanted = nothing
    SettingsMerge.apply(input, to: &wanted)
    return wanted
  }

  /// What is wrong with a setting that is wanted; nil when the provider keeps it as it is.
  private static func issue(_ rule: RoomRule, _ wanted: RoomSettings, _ offering: Offering) -> FieldIssue? {
    guard let keeping = offering.rules[rule] else { return unkept(rule) }
    guard let range = keeping.range, let value = value(of: rule, in: wanted), !range.contains(value) else { return nil }
    return issue(
      "/settings/\(rule.rawValue)", "must be from \(range.lowerBound) to \(range.upperBound) at this provider")
  }

  private static func value(of rule: RoomRule, in settings: RoomSettings) -> Int? {
    switch rule {
    case .maximumParticipants: settings.maximumParticipants
    case .maximumDuration: settings.maximumDurationSeconds
    case .emptyTimeout: settings.emptyTimeoutSeconds
    case .automaticRecording: nil
    }
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
