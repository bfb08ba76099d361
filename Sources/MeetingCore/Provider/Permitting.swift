/// Gives people what they may publish, and takes it from them again.
public protocol Permitting: Sendable {
  /// What can be given in rooms of a kind.
  func grantable(in kind: RoomKind) -> Set<Permission>
  /// Takes effect for all of the person's connections, now and later. The two sets have nothing in common.
  func change(
    _ person: Person, granting: Set<Permission>, revoking: Set<Permission>, in room: ProviderRoom,
    _ context: CallContext
  ) async throws(ProviderFailure) -> ControlOutcome
}
