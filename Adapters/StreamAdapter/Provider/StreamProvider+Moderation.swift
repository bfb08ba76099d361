import JSONCoding
public import MeetingCore

extension StreamProvider: Muting, Removing, Banning {
  public var reach: ControlReach { .person }
  /// A block holds at the service's own door.
  public var enforcesRejoin: Bool { true }

  /// Mutes all devices of the people; anonymous targets cannot be named to the service.
  public func mute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let address = try address(room, "MuteUsers")
    let people = Array(Set(targets.compactMap(\.person))).sorted()
    guard !people.isEmpty else { throw ProviderFailure(.participantNotFound, executed: .no, operation: "MuteUsers") }
    let actor = try actor(context, "MuteUsers")
    var users: [String] = []
    for person in people { users.append(try user(person, "MuteUsers")) }
    for part in users.chunks(of: Self.chunk) {
      try await acting(context) { () throws(ProviderFailure) in
        try await api.send(.mute(address, part, tracks: tracks, by: actor), context)
      }
    }
    return .applied(people.map { fact(.muted(person: $0, tracks: tracks, by: context.actor)) })
  }

  /// Throws out all devices of the person; with a rejoin policy the service also blocks them.
  public func remove(_ target: Target, rejoin: RejoinPolicy, from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    guard let person = target.person else { throw ProviderFailure(.invalid, executed: .no, operation: "KickUser") }
    let address = try address(room, "KickUser")
    let (user, actor) = (try user(person, "KickUser"), try actor(context, "KickUser"))
    try await acting(context) { () throws(ProviderFailure) in
      try await api.send(.kick(address, user, block: rejoin != .none, by: actor), context)
    }
    return .applied([fact(.removed(person: person, by: context.actor))])
  }

  /// Somebody the service has never seen is made known to it, so that the ban holds when they come.
  public func ban(_ person: String, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    let address = try address(room, "BlockUser")
    let user = try user(person, "BlockUser")
    do throws(ProviderFailure) { try await api.send(.block(address, user), context) } catch {
      guard error.reason == .participantNotFound else { throw error }
      try await UserDirectory(provider: self).ensure([Person(externalID: person)], context)
      try await api.send(.block(address, user), context)
    }
    return .applied([fact(.banned(person: person, until: nil, by: context.actor))])
  }

  /// Somebody the service has never seen is not banned there.
  public func unban(_ person: String, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  {
    let address = try address(room, "UnblockUser")
    let user = try user(person, "UnblockUser")
    do throws(ProviderFailure) { try await api.send(.unblock(address, user), context) } catch {
      guard error.reason == .participantNotFound else { throw error }
    }
    return .applied([fact(.unbanned(person: person, by: context.actor))])
  }

  /// Who acts must be a user too. They nearly always are, so that this is seen to only when the service misses somebody.
  func acting(_ context: CallContext, _ body: () async throws(ProviderFailure) -> JSON)
    async throws(ProviderFailure)
  {
    do throws(ProviderFailure) { _ = try await body() } catch {
      guard error.reason == .participantNotFound, let actor = context.actor ?? UserID.decode(account.serviceUser) else {
        throw error
      }
      try await UserDirectory(provider: self).ensure([Person(externalID: actor)], context)
      _ = try await body()
    }
  }
}
