import JSONCoding
public import MeetingCore

extension StreamProvider: Muting, Removing, Banning {
  public var reach: ControlReach { .person }
  public var enforcesRejoin: Bool { true }

  public func mute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let users = targets.compactMap(\.person).map { JSON.string(UserID.encode($0)) }
    guard !users.isEmpty else { throw ProviderFailure(.participantNotFound, executed: .no, operation: "MuteUsers") }
    try await ensureActor(context)
    for start in stride(from: 0, to: users.count, by: Self.chunk) {
      let body: JSON = [
        "user_ids": .array(Array(users[start..<min(start + Self.chunk, users.count)])),
        "muted_by_id": .string(actor(context)), "audio": .bool(tracks.contains(.audio)),
        "video": .bool(tracks.contains(.video)), "screenshare": .bool(tracks.contains(.screen)),
      ]
      _ = try await api.send(.call("MuteUsers", "POST", call(room), ["mute_users"], body: body), context)
    }
    return .applied([])
  }

  public func remove(_ target: Target, rejoin: RejoinPolicy, from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    guard let person = target.person else {
      throw ProviderFailure(.participantNotFound, executed: .no, operation: "KickUser")
    }
    try await ensureActor(context)
    let body: JSON = [
      "user_id": .string(UserID.encode(person)), "block": .bool(rejoin != .none),
      "kicked_by_id": .string(actor(context)),
    ]
    _ = try await api.send(.call("KickUser", "POST", call(room), ["kick"], body: body), context)
    return .applied([])
  }

  /// Somebody the service has never seen is made first, so that the ban holds when they come.
  public func ban(_ person: String, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    try await UserDirectory(provider: self).ensure([Person(externalID: person)], context)
    let body: JSON = ["user_id": .string(UserID.encode(person))]
    _ = try await api.send(.call("BlockUser", "POST", call(room), ["block"], body: body), context)
    return .applied([])
  }

  public func unban(_ person: String, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    let body: JSON = ["user_id": .string(UserID.encode(person))]
    _ = try await api.send(.call("UnblockUser", "POST", call(room), ["unblock"], body: body), context)
    return .applied([])
  }

  /// Who acts must be a user of the service.
  private func ensureActor(_ context: CallContext) async throws(ProviderFailure) {
    let acting = context.actor ?? account.serviceUser
    try await UserDirectory(provider: self).ensure([Person(externalID: acting)], context)
  }
}
