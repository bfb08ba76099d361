import MeetingCore

/// Our roles as the service's member roles, and back as far as they can be told apart.
struct RoleMap: Sendable {
  let roles: StreamAccount.Roles

  func member(_ role: ParticipantRole) -> String? {
    switch role {
    case .host: roles.host
    case .coHost: roles.coHost
    case .speaker: roles.speaker
    case .listener: roles.listener
    case .agent: roles.agent
    }
  }

  /// nil for a role that says nothing of ours.
  func role(_ member: String) -> ParticipantRole? {
    switch member {
    case roles.host, "host": .host
    case roles.speaker: .speaker
    default: nil
    }
  }
}
