package import MeetingCore
package import RoomReducer

/// Views of a room, derived from its state.
package enum RoomViews {
  package static func view(_ state: RoomState, people: [String: Person]) -> RoomView {
    let host = state.room.host
    return RoomView(
      room: state.room, host: people[host] ?? Person(externalID: host), session: session(state),
      joinableAt: state.room.phase == .backstage ? AdmissionRules.opensAt(state.room) : nil,
      running: state.runningSorts)
  }

  /// Counts are derived from the set of connections, never carried along. Who is there with several devices counts once,
  /// in the role of the oldest.
  static func session(_ state: RoomState) -> SessionView? {
    guard let open = state.openSession else { return nil }
    var (count, oldest) = (0, [String: Dictionary<String, Participant>.Index]())
    let participants = state.participants
    // By their places: a room may be large, and reading it must not copy everybody in it.
    for place in participants.indices where participants.values[place].isConnected {
      count += 1
      guard let person = participants.values[place].person else { continue }
      if let other = oldest[person], !participants.values[place].isOlder(than: participants.values[other]) { continue }
      oldest[person] = place
    }
    let byRole = oldest.values.reduce(into: [ParticipantRole: Int]()) { counts, place in
      counts[participants.values[place].role, default: 0] += 1
    }
    return SessionView(
      session: open, participantCount: count, personCount: oldest.count, personCountByRole: byRole,
      anonymousCount: state.room.anonymousCount)
  }
}
