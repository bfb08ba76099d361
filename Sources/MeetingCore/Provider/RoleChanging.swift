/// Gives people another role, connected or not.
public protocol RoleChanging: Sendable {
  /// `applied`: it holds now, as far as the vendor lets a role change while somebody is connected, and whole from their next
  /// join on.
  func setRole(of person: Person, to role: ParticipantRole, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
}

extension Role<any RoleChanging> { public static var role: Self { .init(.role) } }
