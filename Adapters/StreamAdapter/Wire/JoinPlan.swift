import MeetingCore

/// What must be written before somebody's token works as the role says. Grants of the service are per user and outlive
/// roles, so whoever is moved down is revoked and whoever comes up again is granted.
struct JoinPlan: Sendable, Hashable {
  private(set) var setsMember = false
  private(set) var grants: [String] = []
  private(set) var revokes: [String] = []

  /// `current` is the membership as it stands; nil = none.
  init(current: MemberReading?, wanted: ParticipantRole, roles: RoleMap) {
    let isThere = current?.marked == wanted && current?.role == roles.member(wanted)
    let media = Self.media(roles.kind)
    switch (roles.kind, wanted) {
    case (.audioRoom, .speaker), (.audioRoom, .agent):
      setsMember = !isThere
      grants = media
    case (.audioRoom, .listener):
      guard current != nil, !isThere else { return }
      setsMember = true
      revokes = media
    case (_, .listener):
      setsMember = !isThere
      revokes = media
    case (_, .host), (_, .coHost):
      setsMember = !isThere
      if current != nil, !isThere { grants = media }
    case (_, .speaker), (_, .agent):
      guard current != nil, !isThere else { return }
      setsMember = true
      grants = media
    }
  }

  /// The permissions that make the difference between listening and taking part.
  static func media(_ kind: RoomKind) -> [String] {
    kind == .audioRoom ? ["send-audio"] : ["send-audio", "send-video", "screenshare"]
  }

  /// The same in the API's words, as a role has them.
  static func permissions(_ role: ParticipantRole, _ kind: RoomKind) -> [String] {
    guard role != .listener else { return [] }
    return kind == .audioRoom ? ["send_audio"] : ["send_audio", "send_video", "share_screen"]
  }
}
