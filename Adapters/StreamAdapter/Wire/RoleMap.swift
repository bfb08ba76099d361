import JSONCoding
import MeetingCore

/// Our roles as the service's member roles in rooms of one kind, and back as far as they can be told apart.
struct RoleMap: Sendable {
  /// Where a member's `custom` says which of our roles it is, since several of ours share one of the service's.
  static let mark = "switchboard_role"

  let roles: StreamRoles
  let kind: RoomKind

  func member(_ role: ParticipantRole) -> String {
    switch role {
    case .host: roles.host
    case .coHost: roles.coHost
    case .speaker: roles.speaker
    case .listener: roles.listener
    case .agent: roles.agent
    }
  }

  /// What a connected user's role tells; nil when it tells nothing of ours.
  func role(of vendorRole: String, isCreator: Bool) -> ParticipantRole? {
    if vendorRole == roles.host || vendorRole == "host" { return isCreator ? .host : .coHost }
    if vendorRole == roles.coHost { return .coHost }
    if kind == .audioRoom, vendorRole == roles.speaker { return .speaker }
    return nil
  }

  /// A member's role: our own mark as long as the service's role still agrees with it, else what the latter tells.
  func role(of member: MemberReading, isCreator: Bool) -> ParticipantRole? {
    if let marked = member.marked, self.member(marked) == member.role { return marked }
    guard let told = member.role else { return nil }
    if let role = role(of: told, isCreator: isCreator) { return role }
    return kind == .audioRoom && told == roles.listener ? .listener : nil
  }

  /// A member as the service is told of them.
  func request(_ user: String, _ role: ParticipantRole) -> JSON {
    [
      "user_id": .string(user), "role": .string(member(role)), "custom": [Self.mark: .string(role.rawValue)],
    ]
  }
}
