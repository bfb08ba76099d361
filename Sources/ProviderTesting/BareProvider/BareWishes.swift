import MeetingCore

/// What people are asked for, and may do or not.
struct BareWishes: RoleChanging, Permitting {
  let hall: BareHall
  let isTold: Bool

  func setRole(of person: Person, to role: ParticipantRole, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try hall.note("role \(person.externalID) \(role.rawValue)")
    return wished(person, publishes: !role.permissions(in: room.kind).isEmpty)
  }

  private func wished(_ person: Person, publishes: Bool) -> ControlOutcome {
    guard isTold else { return .requested([]) }
    return .asked(confirmedBy: [.mode(connection: person.externalID, publishes: publishes)], within: .seconds(15))
  }

  func grantable(in kind: RoomKind) -> Set<Permission> { Permission.known(in: kind) }

  func change(
    _ person: Person, granting: Set<Permission>, revoking: Set<Permission>, in room: ProviderRoom,
    _ context: CallContext
  ) async throws(ProviderFailure) -> ControlOutcome {
    let changes = granting.map { "+\($0.rawValue)" } + revoking.map { "-\($0.rawValue)" }
    try hall.note("permit \(person.externalID) \(changes.sorted().joined(separator: ","))")
    return wished(person, publishes: !granting.isEmpty)
  }
}
