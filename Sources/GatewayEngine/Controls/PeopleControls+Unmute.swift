import MeetingCore
import RoomReducer

extension PeopleControls {
  /// Asks somebody to start tracks again. Nobody can do it for them, so nothing is claimed to have changed.
  func unmute(_ id: String, _ scope: ControlScope, tracks: Set<TrackKind>, _ caller: Caller)
    async throws(GatewayError) -> Outcome
  {
    let state = try await services.controllable(id, caller)
    let unmuting = try services.require(.unmute, state.room)
    let aim = try await aim(scope, state, reach: unmuting.reach)
    try RoleRules.requireAuthority(caller, over: aim.target.person, in: state)
    // It lets them speak, too: nobody who is not there is let anything.
    guard aim.affected.contains(where: \.isConnected) else { return Self.absent(state.room) }
    let result: ControlOutcome
    do {
      result = try await services.ask(state.room, caller) { (room, context) throws(ProviderFailure) in
        try await unmuting.unmute([aim.target], tracks: tracks, in: room, context)
      }
    } catch {
      guard case .participantNotFound = error.failure?.reason else { throw error }
      return Self.absent(state.room)
    }
    let affected = aim.affected.filter(\.isConnected).map(\.id)
    return Outcome(
      result.isApplied ? .applied : .requested, changed: nil, affected: affected, provider: state.room.provider,
      providerKind: state.room.providerKind)
  }

  /// Nobody was there, so nothing has changed.
  static func absent(_ room: Room) -> Outcome {
    Outcome(
      .applied, changed: false, reason: .notConnected, provider: room.provider, providerKind: room.providerKind)
  }
}
