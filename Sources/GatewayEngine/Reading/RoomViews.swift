package import MeetingCore
package import RoomReducer

/// Views of a room, derived from its state.
package enum RoomViews {
  package static func view(_ state: RoomState, people: [String: Person]) -> RoomView {
    let host = state.room.host
    return RoomView(
      room: state.room, host: people[host] ?? Person(externalID: host), session: session(state),
      joinableAt: state.room.phase == .backstage ? AdmissionRules.opensAt(state.room) : nil)
  }

  /// Counts are derived from the set of connections, never carried along.
  static func session(_ state: RoomState) -> SessionView? {
    guard let open = state.openSession else { return nil }
    let connected = state.connected
    let people = Dictionary(grouping: connected.filter { $0.person != nil }, by: { $0.person ?? "" })
    var byRole: [ParticipantRole: Int] = [:]
    for connections in people.values { if let role = connections.first?.role { byRole[role, default: 0] += 1 } }
    return SessionView(
      session: open, participantCount: connected.count, personCount: people.count, personCountByRole: byRole,
      anonymousCount: state.room.anonymousCount)
  }
}
