import MeetingCore

extension ScriptedProvider: Permitting, HandRaising {
  func grantable(in kind: RoomKind) -> Set<Permission> { Permission.known(in: kind) }

  func change(
    _ person: Person, granting: Set<Permission>, revoking: Set<Permission>, in room: ProviderRoom,
    _ context: CallContext
  ) async throws(ProviderFailure) -> ControlOutcome {
    let names =
      Permission.listed(granting).map { "+\($0.rawValue)" } + Permission.listed(revoking).map { "-\($0.rawValue)" }
    try note((["permit", person.externalID] + names).joined(separator: " "), context)
    return .applied([])
  }

  func raise(_ permissions: Set<Permission>, by person: Person, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try note("raise \(person.externalID)", context)
    return .applied([])
  }

  func reject(_ request: String, of person: Person, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try note("reject \(person.externalID)", context)
    return .applied([])
  }
}
