import MeetingCore
import RoomReducer

extension PeopleControls {
  func remove(_ id: String, _ scope: ControlScope, rejoin: RejoinPolicy, _ caller: Caller) async throws(GatewayError)
    -> (outcome: Outcome, enforced: Outcome.RejoinEnforcement)
  {
    let state = try await services.controllable(id, caller)
    let removing = try services.require(.remove, state.room)
    let aim = try await aim(scope, state, reach: removing.reach)
    try RoleRules.requireAuthority(caller, over: aim.person, in: state)
    guard rejoin == .none || aim.person != nil else {
      throw GatewayError(.invalidRequest, "an anonymous connection cannot be kept out").with {
        $0.issues = [FieldIssue(pointer: "/prevent_rejoin", code: "not_allowed", message: "needs a known person")]
      }
    }
    if aim.targets.isEmpty { try await keepOut(aim.person, rejoin, state, caller) }
    let awaited = try await throwOut(aim.targets, rejoin, removing, state, caller) { () throws(GatewayError) in
      try await keepOut(aim.person, rejoin, state, caller)
    }
    let enforced = enforcement(rejoin, removing)
    if let awaited { return (try await begin(awaited, aim, rejoin, state, caller), enforced) }
    let by = RoleRules.by(caller, in: state)
    let gone = aim.affected.filter(\.isConnected)
    let removed = Intent.removed(connections: gone.map(\.connection), person: aim.person, rejoin: rejoin, by: by)
    let inputs = [.intent(removed)] + bans(aim.person, rejoin, state, by: by)
    let committed = try await services.commit(RoomSubmission(inputs), to: id)
    return (removeOutcome(gone, committed, state.room), enforced)
  }

  /// What still has to show, where the vendor has only accepted it; nil where all is done. `absent` is for each whom the
  /// vendor does not find.
  func throwOut(
    _ targets: [Target], _ rejoin: RejoinPolicy, _ removing: any Removing, _ state: RoomState, _ caller: Caller,
    absent: () async throws(GatewayError) -> Void = {}
  ) async throws(GatewayError) -> Awaited? {
    var awaited = Awaited([], within: .zero)
    for target in targets {
      let result = try await attempt(state, caller) { (room, context) throws(ProviderFailure) in
        try await removing.remove(target, rejoin: rejoin, from: room, context)
      }
      guard let result else {
        try await absent()
        continue
      }
      awaited.conditions += result.awaited?.conditions ?? []
      awaited.within = max(awaited.within, result.awaited?.within ?? .zero)
    }
    return awaited.conditions.isEmpty ? nil : awaited
  }

  /// Somebody who is not there can still be kept from coming.
  private func keepOut(_ person: String?, _ rejoin: RejoinPolicy, _ state: RoomState, _ caller: Caller)
    async throws(GatewayError)
  {
    guard rejoin != .none, let person, let banning = try? services.offering(of: state.room).require(.ban) else {
      return
    }
    _ = try await attempt(state, caller) { (room, context) throws(ProviderFailure) in
      try await banning.ban(person, in: room, context)
    }
  }

  /// nil where the vendor finds nobody whom it is about.
  private func attempt(
    _ state: RoomState, _ caller: Caller,
    _ call: @Sendable (ProviderRoom, CallContext) async throws(ProviderFailure) -> ControlOutcome
  ) async throws(GatewayError) -> ControlOutcome? {
    let account = try services.account(of: state.room)
    let context = services.context(caller, actor: caller.actor)
    let room = services.providerRoom(state.room)
    do {
      return try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await call(room, context)
      }
    } catch {
      guard case .participantNotFound = error.reason else { throw services.error(error, state.room) }
      return nil
    }
  }

  /// They are kept out from now on, and told as removed once they are gone.
  private func begin(
    _ awaited: Awaited, _ aim: Aim, _ rejoin: RejoinPolicy, _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) -> Outcome {
    let by = RoleRules.by(caller, in: state)
    let begun = try await Operations(services: services).begin(
      .remove(person: aim.person, rejoin: rejoin), awaited, by: by, in: state.room.id,
      along: bans(aim.person, rejoin, state, by: by))
    let affected = aim.affected.filter(\.isConnected).map(\.id)
    return services.outcome(of: begun, awaited, affected: affected, state.room)
  }

  private func bans(_ person: String?, _ rejoin: RejoinPolicy, _ state: RoomState, by: String) -> [RoomInput] {
    guard rejoin != .none, let person else { return [] }
    let session = rejoin == .untilSessionEnds ? state.openSession?.id : nil
    guard rejoin == .forever || session != nil else { return [] }
    return [.intent(.banned(Ban(person: person, session: session, by: by)))]
  }

  private func removeOutcome(_ gone: [Participant], _ committed: RoomCommitted, _ room: Room) -> Outcome {
    Outcome(
      .applied, changed: committed.changed, reason: gone.isEmpty ? .notConnected : committed.changed ? nil : .already,
      affected: gone.map(\.id), provider: room.provider, providerKind: room.providerKind)
  }

  private func enforcement(_ rejoin: RejoinPolicy, _ removing: any Removing) -> Outcome.RejoinEnforcement {
    switch rejoin {
    case .none: .none
    case .untilSessionEnds, .forever: removing.enforcesRejoin ? .vendor : .onJoin
    }
  }
}
