import MeetingCore

/// What must be written before somebody's token works as the role says. Grants of the service are per user and outlive
/// roles, so whoever is moved down is revoked and whoever comes up again is granted.
struct JoinPlan: Sendable, Hashable {
  private(set) var setsMember = false
  private(set) var grants: [String] = []
  private(set) var revokes: [String] = []

  /// `current` is the membership as it stands; nil = none. `permissions` is what the person may publish where that is not
  /// simply what their role may: what was granted to them or taken from them holds for the next token too.
  init(
    current: MemberReading?, wanted: ParticipantRole, roles: RoleMap, permissions: Set<Permission>? = nil
  ) {
    follow(current, wanted, roles)
    let usual = wanted.permissions(in: roles.kind)
    if let permissions, permissions != usual {
      adjust(granting: permissions.subtracting(usual), revoking: usual.subtracting(permissions))
    }
  }

  private mutating func adjust(granting: Set<Permission>, revoking: Set<Permission>) {
    let (given, taken) = (PermissionNames.names(granting), PermissionNames.names(revoking))
    grants = grants.filter { !taken.contains($0) } + given.filter { !grants.contains($0) }
    revokes = revokes.filter { !given.contains($0) } + taken.filter { !revokes.contains($0) }
  }

  private mutating func follow(_ current: MemberReading?, _ wanted: ParticipantRole, _ roles: RoleMap) {
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
  static func media(_ kind: RoomKind) -> [String] { PermissionNames.names(Permission.known(in: kind)) }
}
