import JSONCoding
public import MeetingCore

extension StreamProvider: Permitting, HandRaising {
  /// The settings of an audio room leave nothing but sound.
  public func grantable(in kind: RoomKind) -> Set<Permission> { Permission.known(in: kind) }

  /// Somebody the service has never seen is made known to it, so that it holds when they come.
  public func change(
    _ person: Person, granting: Set<Permission>, revoking: Set<Permission>, in room: ProviderRoom,
    _ context: CallContext
  ) async throws(ProviderFailure) -> ControlOutcome {
    let address = try address(room, "UpdateUserPermissions")
    let user = try user(person.externalID, "UpdateUserPermissions")
    let request = StreamRequest.permissions(
      address, user, grant: PermissionNames.names(granting), revoke: PermissionNames.names(revoking))
    try await knowing(person, context) { () throws(ProviderFailure) in try await api.send(request, context) }
    return .applied([])
  }

  public func raise(_ permissions: Set<Permission>, by person: Person, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let address = try address(room, "RequestPermission")
    let user = try user(person.externalID, "RequestPermission")
    let request = StreamRequest.requestPermission(address, user, PermissionNames.names(permissions))
    try await knowing(person, context) { () throws(ProviderFailure) in try await api.send(request, context) }
    return .applied([])
  }

  /// The service has no rejections: everybody in the room is told, and the person's client knows its request.
  public func reject(_ request: String, of person: Person, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let address = try address(room, "SendCallEvent")
    let actor = try actor(context, "SendCallEvent")
    try await acting(context) { () throws(ProviderFailure) in
      try await api.send(.event(address, by: actor, Signal.rejection(of: request)), context)
    }
    return .applied([])
  }

  /// People nearly always are users already, so that this is seen to only when the service misses somebody.
  private func knowing(_ person: Person, _ context: CallContext, _ body: () async throws(ProviderFailure) -> JSON)
    async throws(ProviderFailure)
  {
    do throws(ProviderFailure) { _ = try await body() } catch {
      guard error.reason == .participantNotFound else { throw error }
      try await UserDirectory(provider: self).ensure([person], context)
      _ = try await body()
    }
  }
}
