import MeetingCore
import RoomReducer

extension PeopleControls {
  /// Asks somebody to start tracks again. Nobody can do it for them, so nothing is claimed to have changed.
  func unmute(_ id: String, _ scope: ControlScope, tracks: Set<TrackKind>, _ caller: Caller)
    async throws(GatewayError) -> Outcome
  {
    let state = try await services.controllable(id, caller)
    let unmuting = try services.require(.unmute, state.room)
    try services.requireTracks(tracks, among: unmuting.startable, .unmute, state.room)
    let aim = try await aim(scope, state, reach: unmuting.reach)
    try RoleRules.requireAuthority(caller, over: aim.person, in: state)
    // It lets them speak, too: nobody who is not there is let anything.
    guard aim.affected.contains(where: \.isConnected) else { return Self.absent(state.room) }
    let result: ControlOutcome
    do {
      result = try await services.ask(state.room, caller) { (room, context) throws(ProviderFailure) in
        try await unmuting.unmute(aim.targets, tracks: tracks, in: room, context)
      }
    } catch {
      guard case .participantNotFound = error.failure?.reason else { throw error }
      return Self.absent(state.room)
    }
    return try await settle(result, aim.affected.filter(\.isConnected), tracks, state, caller)
  }

  /// Whoever is to be heard again is no longer waited for to be silent.
  private func settle(
    _ result: ControlOutcome, _ affected: [Participant], _ tracks: Set<TrackKind>, _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) -> Outcome {
    let ids = affected.map(\.id)
    if let awaited = result.awaited {
      let begun = try await Operations(services: services).begin(
        .unmute(tracks), awaited, by: RoleRules.by(caller, in: state), in: state.room.id)
      return services.outcome(of: begun, awaited, affected: ids, state.room)
    }
    if !state.operations.isEmpty {
      let wanted = affected.map { RoomCondition.tracksOn(connection: $0.vendorName, tracks) }
      _ = try await services.commit(RoomSubmission([.intent(.opposed(wanted))]), to: state.room.id)
    }
    return Outcome(
      result.isApplied ? .applied : .requested, changed: nil, affected: ids, provider: state.room.provider,
      providerKind: state.room.providerKind)
  }
}
