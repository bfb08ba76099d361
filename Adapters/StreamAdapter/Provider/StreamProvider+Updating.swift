import JSONCoding
public import MeetingCore

extension StreamProvider: Updating, MemberEditing {
  /// Reads first and sends only what differs: a block of settings that is sent must be whole, and `custom` is replaced.
  public func update(_ room: ProviderRoom, to spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    let address = try address(room, "UpdateCall")
    let call = try await read(address, context)
    guard let body = try CallPatch.body(spec, over: call) else { return .applied([]) }
    try await api.send(.call("UpdateCall", "PATCH", address, body: body), context)
    return .applied([])
  }

  /// Memberships only: what a role may say or show is granted where its token is given out.
  public func setMembers(_ members: [RoomSpec.SpecMember], in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let address = try address(room, "UpdateCallMembers")
    let requests = try memberRequests(members, room.kind, "UpdateCallMembers")
    try await UserDirectory(provider: self).ensure(members.map(\.person), context)
    for part in requests.chunks(of: Self.chunk) { try await api.setMembers(part, of: address, context) }
    return .applied(members.map { fact(.memberChanged(person: $0.person.externalID, role: $0.role)) })
  }

  /// What was granted to somebody or taken from them outlives the membership: they have what anybody has again.
  public func removeMembers(_ people: [String], from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let address = try address(room, "UpdateCallMembers")
    var users: [String] = []
    for person in people { users.append(try user(person, "UpdateCallMembers")) }
    for part in users.chunks(of: Self.chunk) { try await api.send(.removeMembers(address, part), context) }
    for user in users { try await forget(user, address, room.kind, context) }
    return .applied(people.map { fact(.memberRemoved(person: $0)) })
  }

  private func forget(_ user: String, _ address: CallAddress, _ kind: RoomKind, _ context: CallContext)
    async throws(ProviderFailure)
  {
    let media = JoinPlan.media(kind)
    let (grants, revokes) = kind == .audioRoom ? ([], media) : (media, [])
    do throws(ProviderFailure) {
      try await api.send(.permissions(address, user, grant: grants, revoke: revokes), context)
    } catch {
      guard error.reason == .participantNotFound else { throw error }
    }
  }
}
