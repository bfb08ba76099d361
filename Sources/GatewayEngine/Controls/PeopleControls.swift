import MeetingCore
import RoomReducer
import Store

/// Controls of people in a room: mute and remove, by connection or by person.
struct PeopleControls: Sendable {
  let services: Services

  // MARK: Mute

  func mute(_ id: String, _ scope: ControlScope, tracks: Set<TrackKind>, _ caller: Caller) async throws(GatewayError)
    -> Outcome
  {
    let state = try await services.controllable(id, caller)
    let muting = try services.require(.mute, state.room)
    let aim = try await aim(scope, state, reach: muting.reach)
    try RoleRules.requireAuthority(caller, over: aim.target.person, in: state)
    let before = state.participants
    let isAbsent = !aim.affected.contains(where: \.isConnected)
    let committed: RoomCommitted
    do { committed = try await ask(muting, [aim.target], tracks, state, caller) } catch {
      guard isAbsent, case .participantNotFound = error.failure?.reason else { throw error }
      return Self.absent(state.room)
    }
    return muteOutcome(aim.affected, tracks, before: before, committed, state.room)
  }

  func muteAll(_ id: String, tracks: Set<TrackKind>, except: [String], _ caller: Caller) async throws(GatewayError)
    -> BatchOutcome
  {
    let state = try await services.controllable(id, caller)
    let muting = try services.require(.mute, state.room)
    let spared = Set(except)
    var items: [BatchOutcome.Item] = []
    var reached: [Participant] = []
    for participant in state.connected where !spared.contains(participant.person ?? "") {
      if let refusal = refusal(caller, participant, state) {
        items.append(.init(participant: participant.id, outcome: nil, changed: nil, error: refusal))
      } else {
        reached.append(participant)
      }
    }
    let targets = targets(reached, reach: muting.reach)
    guard !targets.isEmpty else { return batch(items, reached, tracks, state, nil) }
    let committed = try await ask(muting, targets, tracks, state, caller)
    return batch(items, reached, tracks, state, committed)
  }

  private func refusal(_ caller: Caller, _ participant: Participant, _ state: RoomState) -> GatewayError? {
    guard participant.person != nil else {
      return GatewayError(.notFound, "an anonymous connection cannot be muted by itself")
    }
    do { try RoleRules.requireAuthority(caller, over: participant.person, in: state) } catch { return error }
    return nil
  }

  private func batch(
    _ refused: [BatchOutcome.Item], _ reached: [Participant], _ tracks: Set<TrackKind>, _ state: RoomState,
    _ committed: RoomCommitted?
  ) -> BatchOutcome {
    let items = reached.map { participant in
      let one = committed.map { muteOutcome([participant], tracks, before: state.participants, $0, state.room) }
      return BatchOutcome.Item(participant: participant.id, outcome: one?.kind ?? .applied, changed: one?.changed)
    }
    let kind: Outcome.Kind = refused.isEmpty ? items.first?.outcome ?? .applied : .partial
    let changed = items.contains { $0.changed == true } ? true : items.contains { $0.changed == nil } ? nil : false
    let outcome = Outcome(
      kind, changed: changed, reason: reached.isEmpty ? .notConnected : nil, affected: reached.map(\.id),
      provider: state.room.provider, providerKind: state.room.providerKind)
    return BatchOutcome(outcome: outcome, items: items + refused)
  }

  private func ask(
    _ muting: any Muting, _ targets: [Target], _ tracks: Set<TrackKind>, _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) -> RoomCommitted {
    let room = state.room
    let account = try services.account(of: room)
    let context = services.context(caller, actor: caller.actor)
    let by = RoleRules.by(caller, in: state)
    let result: ControlOutcome
    do {
      result = try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await muting.mute(targets, tracks: tracks, in: services.providerRoom(room), context)
      }
    } catch { throw services.error(error, room) }
    let muted = targets.map { target in
      RoomInput.fact(
        Fact(occurredAt: services.now, source: .api, .muted(person: target.person, tracks: tracks, by: by)))
    }
    return try await services.commit(RoomSubmission(result.isApplied ? muted : []), to: room.id)
  }

  /// What is told of a mute: only what is known to have changed is claimed.
  private func muteOutcome(
    _ targets: [Participant], _ tracks: Set<TrackKind>, before: [String: Participant], _ committed: RoomCommitted,
    _ room: Room
  ) -> Outcome {
    let connected = targets.filter(\.isConnected)
    var outcome = Outcome(
      .applied, changed: false, affected: connected.map(\.id), provider: room.provider, providerKind: room.providerKind)
    let states = connected.flatMap { target in tracks.map { before[target.connection]?.tracks[$0] } }
    if connected.isEmpty {
      // The vendor took it: whoever just joined may be there, though their arrival is not told yet.
      outcome.changed = nil
    } else if states.allSatisfy({ $0?.muted == true }) {
      outcome.reason = .already
    } else if states.allSatisfy({ $0?.publishing == false }) {
      outcome.reason = .notPublishing
    } else {
      outcome.changed = states.contains { $0?.publishing == true && $0?.muted != true } ? true : nil
    }
    return outcome
  }

  // MARK: Remove

  func remove(_ id: String, _ scope: ControlScope, rejoin: RejoinPolicy, _ caller: Caller) async throws(GatewayError)
    -> (outcome: Outcome, enforced: Outcome.RejoinEnforcement)
  {
    let state = try await services.controllable(id, caller)
    let removing = try services.require(.remove, state.room)
    let aim = try await aim(scope, state, reach: removing.reach)
    try RoleRules.requireAuthority(caller, over: aim.target.person, in: state)
    guard rejoin == .none || aim.target.person != nil else {
      throw GatewayError(.invalidRequest, "an anonymous connection cannot be kept out").with {
        $0.issues = [FieldIssue(pointer: "/prevent_rejoin", code: "not_allowed", message: "needs a known person")]
      }
    }
    try await throwOut(aim.target, rejoin, removing, state, caller)
    let by = RoleRules.by(caller, in: state)
    let gone = aim.affected.filter(\.isConnected)
    let committed = try await services.commit(submission(gone, aim.target.person, rejoin, state, by: by), to: id)
    return (removeOutcome(gone, committed, state.room), enforcement(rejoin, removing))
  }

  private func throwOut(
    _ target: Target, _ rejoin: RejoinPolicy, _ removing: any Removing, _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) {
    let account = try services.account(of: state.room)
    let context = services.context(caller, actor: caller.actor)
    let room = services.providerRoom(state.room)
    do {
      _ = try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await removing.remove(target, rejoin: rejoin, from: room, context)
      }
    } catch {
      guard case .participantNotFound = error.reason else { throw services.error(error, state.room) }
      try await keepOut(target, rejoin, account, state, context)
    }
  }

  /// Somebody who is not there can still be kept from coming.
  private func keepOut(
    _ target: Target, _ rejoin: RejoinPolicy, _ account: ProviderAccount, _ state: RoomState, _ context: CallContext
  ) async throws(GatewayError) {
    guard rejoin != .none, let person = target.person,
      let banning = try? services.offering(of: state.room).require(.ban)
    else { return }
    let room = services.providerRoom(state.room)
    do {
      _ = try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await banning.ban(person, in: room, context)
      }
    } catch {
      guard case .participantNotFound = error.reason else { throw services.error(error, state.room) }
    }
  }

  private func submission(
    _ gone: [Participant], _ person: String?, _ rejoin: RejoinPolicy, _ state: RoomState, by: String
  ) -> RoomSubmission {
    var inputs: [RoomInput] = [
      .intent(.removed(connections: gone.map(\.connection), person: person, rejoin: rejoin, by: by))
    ]
    if rejoin != .none, let person {
      let session = rejoin == .untilSessionEnds ? state.openSession?.id : nil
      if rejoin == .forever || session != nil {
        inputs.append(.intent(.banned(Ban(person: person, session: session, by: by))))
      }
    }
    return RoomSubmission(inputs)
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

  // MARK: Whom it is for

  /// The target a vendor is given, and every connection that it will hit.
  func aim(_ scope: ControlScope, _ state: RoomState, reach: ControlReach) async throws(GatewayError)
    -> (target: Target, affected: [Participant])
  {
    switch scope {
    case .person(let person): return (Target(person: person), state.connections(of: person))
    case .participant(let id):
      let participant = try await RoomReader(services: services).anyParticipant(id, state)
      guard reach == .person else {
        return (Target(person: participant.person, connection: participant.vendorName), [participant])
      }
      guard let person = participant.person else {
        throw GatewayError(.notFound, "the provider acts on people, and nobody is known behind this connection")
      }
      let all = state.connections(of: person)
      return (Target(person: person), all.isEmpty ? [participant] : all)
    }
  }

  private func targets(_ participants: [Participant], reach: ControlReach) -> [Target] {
    switch reach {
    case .connection: participants.map { Target(person: $0.person, connection: $0.vendorName) }
    case .person: Set(participants.compactMap(\.person)).sorted().map { Target(person: $0) }
    }
  }
}
