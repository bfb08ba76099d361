import MeetingCore

/// What the gateway keeps of roles and permissions where the provider has no way to change them: they are in the next token,
/// and hands are raised and decided here. Nobody is told, so there is nothing to fail.
struct GatewayKeeping: RoleChanging, Permitting, HandRaising {
  func setRole(of person: Person, to role: ParticipantRole, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  { .applied([]) }

  func grantable(in kind: RoomKind) -> Set<Permission> { Permission.known(in: kind) }

  func change(
    _ person: Person, granting: Set<Permission>, revoking: Set<Permission>, in room: ProviderRoom,
    _ context: CallContext
  ) async throws(ProviderFailure) -> ControlOutcome { .applied([]) }

  func raise(_ permissions: Set<Permission>, by person: Person, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  { .applied([]) }

  func reject(_ request: String, of person: Person, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  { .applied([]) }
}
