import MeetingCore
import RoomReducer

extension PeopleControls {
  /// What became of a mute at the vendor, and of the room with it.
  private struct Muted {
    let isApplied: Bool
    /// What is told of it where it is not.
    let outcome: Outcome
  }

  func mute(_ id: String, _ scope: ControlScope, tracks: Set<TrackKind>, _ caller: Caller) async throws(GatewayError)
    -> Outcome
  {
    let state = try await services.controllable(id, caller)
    let muting = try services.require(.mute, state.room)
    try services.requireTracks(tracks, among: muting.stoppable, .mute, state.room)
    let aim = try await aim(scope, state, reach: muting.reach)
    try RoleRules.requireAuthority(caller, over: aim.person, in: state)
    guard !aim.targets.isEmpty else { return Self.absent(state.room) }
    let isAbsent = !aim.affected.contains(where: \.isConnected)
    let muted: Muted
    do { muted = try await ask(muting, aim.targets, tracks, state, caller) } catch {
      guard isAbsent, case .participantNotFound = error.failure?.reason else { throw error }
      return Self.absent(state.room)
    }
    return told(aim.affected, tracks, before: state, muted)
  }

  func muteAll(_ id: String, tracks: Set<TrackKind>, except: [String], _ caller: Caller) async throws(GatewayError)
    -> BatchOutcome
  {
    let state = try await services.controllable(id, caller)
    let muting = try services.require(.mute, state.room)
    try services.requireTracks(tracks, among: muting.stoppable, .mute, state.room)
    let spared = Set(except)
    var items: [BatchOutcome.Item] = []
    var reached: [Participant] = []
    for participant in state.connected where !spared.contains(participant.person ?? "") {
      if let refusal = refusal(caller, participant, muting.reach, state) {
        items.append(.init(participant: participant.id, outcome: nil, changed: nil, error: refusal))
      } else {
        reached.append(participant)
      }
    }
    let targets = targets(reached, reach: muting.reach)
    guard !targets.isEmpty else { return batch(items, reached, tracks, state, nil) }
    return batch(items, reached, tracks, state, try await ask(muting, targets, tracks, state, caller))
  }

  private func refusal(_ caller: Caller, _ participant: Participant, _ reach: ControlReach, _ state: RoomState)
    -> GatewayError?
  {
    guard participant.person != nil || reach == .connection else {
      return GatewayError(.notFound, "an anonymous connection cannot be muted by itself")
    }
    do { try RoleRules.requireAuthority(caller, over: participant.person, in: state) } catch { return error }
    return nil
  }

  private func ask(
    _ muting: any Muting, _ targets: [Target], _ tracks: Set<TrackKind>, _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) -> Muted {
    let result = try await services.ask(state.room, caller) { (room, context) throws(ProviderFailure) in
      try await muting.mute(targets, tracks: tracks, in: room, context)
    }
    let by = RoleRules.by(caller, in: state)
    if let awaited = result.awaited {
      let begun = try await Operations(services: services).begin(.mute(tracks), awaited, by: by, in: state.room.id)
      let outcome = services.outcome(of: begun, awaited, affected: [], state.room)
      return Muted(isApplied: begun.operation == nil, outcome: outcome)
    }
    let inputs = result.isApplied ? muted(targets, tracks, muting.reach, by: by) : result.facts.map(RoomInput.fact)
    _ = try await services.commit(RoomSubmission(inputs), to: state.room.id)
    let outcome = services.outcome(of: result, changed: true, affected: [], state.room)
    return Muted(isApplied: result.isApplied, outcome: outcome)
  }

  private func muted(_ targets: [Target], _ tracks: Set<TrackKind>, _ reach: ControlReach, by: String) -> [RoomInput] {
    switch reach {
    case .connection: [.intent(.muted(connections: targets.compactMap(\.connection), tracks, by: by))]
    case .person:
      targets.map { target in
        .fact(Fact(occurredAt: services.now, source: .api, .muted(person: target.person, tracks: tracks, by: by)))
      }
    }
  }

  // MARK: What is told

  private func batch(
    _ refused: [BatchOutcome.Item], _ reached: [Participant], _ tracks: Set<TrackKind>, _ state: RoomState,
    _ muted: Muted?
  ) -> BatchOutcome {
    let items = reached.map { participant in
      let one = muted.map { told([participant], tracks, before: state, $0) }
      return BatchOutcome.Item(participant: participant.id, outcome: one?.kind ?? .applied, changed: one?.changed)
    }
    // As long as one of them is waited for, all are.
    let open = items.compactMap(\.outcome).first { $0 != .applied }
    let kind: Outcome.Kind = refused.isEmpty ? open ?? .applied : .partial
    let changed = items.contains { $0.changed == true } ? true : items.contains { $0.changed == nil } ? nil : false
    let outcome = Outcome(
      kind, changed: changed, reason: reached.isEmpty ? .notConnected : nil, affected: reached.map(\.id),
      operation: muted?.outcome.operation, provider: state.room.provider, providerKind: state.room.providerKind)
    return BatchOutcome(outcome: outcome, items: items + refused)
  }

  private func told(
    _ targets: [Participant], _ tracks: Set<TrackKind>, before: RoomState, _ muted: Muted
  ) -> Outcome {
    // Whoever was silent already is not waited for.
    let isSilent = targets.allSatisfy { participant in
      before.evidence(of: .tracksOff(connection: participant.vendorName, tracks)) == .shown
    }
    guard muted.isApplied || isSilent else {
      var outcome = muted.outcome
      outcome.affected = targets.filter(\.isConnected).map(\.id)
      return outcome
    }
    return knownOutcome(targets, tracks, before: before.participants, before.room)
  }

  /// What is told of a mute that is done: only what is known to have changed is claimed.
  private func knownOutcome(
    _ targets: [Participant], _ tracks: Set<TrackKind>, before: [String: Participant], _ room: Room
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
}
