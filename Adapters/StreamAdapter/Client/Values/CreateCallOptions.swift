import AdapterKit
import JSONCoding
public import MeetingCore

/// What a call is made with. Of a call that exists already, the service takes nothing of it.
public struct CreateCallOptions: Sendable, Hashable {
  /// They must be known to the service.
  public var members: [MemberRequest]
  /// The application's own, e.g. a title.
  public var custom: [String: RawJSON]
  /// What differs from the settings of the type.
  public var settings: CallSettingsOverride?
  /// When it is meant to begin; with a time of joining ahead it opens by itself.
  public var startsAt: Timestamp?
  /// Of applications whose users are in teams.
  public var team: String?

  public init(
    members: [MemberRequest] = [], custom: [String: RawJSON] = [:], settings: CallSettingsOverride? = nil,
    startsAt: Timestamp? = nil, team: String? = nil
  ) {
    self.members = members
    self.custom = custom
    self.settings = settings
    self.startsAt = startsAt
    self.team = team
  }

  /// Members by their ids alone.
  public init(memberIds: [String], custom: [String: RawJSON] = [:]) {
    self.init(members: memberIds.map { MemberRequest(userId: $0) }, custom: custom)
  }

  var json: JSON {
    .object(
      .present([
        "members": members.isEmpty ? nil : .array(members.map(\.json)),
        "custom": custom.isEmpty ? nil : RawJSON.json(custom), "settings_override": settings?.json,
        "starts_at": startsAt.map { .string(WireTime.text($0)) }, "team": team.map(JSON.string),
      ]))
  }
}
