import MeetingCore
import RoomReducer

/// What holds after every commit, whatever came.
enum StateInvariants {
  static func faults(_ state: RoomState) -> [String] {
    var faults: [String] = []
    func expect(_ holds: Bool, _ fault: String) { if !holds { faults.append(fault) } }
    let open = state.sessions.values.filter { $0.endedAt == nil }
    expect(open.count <= 1, "two sessions are open")
    expect(state.room.anonymousCount >= 0, "fewer than nobody")
    for participant in state.connected {
      expect(participant.session == open.first?.id, "\(participant.connection) is in a session that is over")
      expect(participant.isAnnounced, "\(participant.connection) is present and was never told")
    }
    for session in state.sessions.values {
      let inside = state.connected.count { $0.session == session.id }
      expect(session.peakParticipants >= inside, "more people than the peak")
      expect(session.endedAt.map { $0 >= session.startedAt } ?? true, "a session ends before it starts")
    }
    for participant in state.participants.values {
      expect(participant.leftAt.map { $0 >= participant.joinedAt } ?? true, "a stay of less than nothing")
    }
    if state.room.phase == .ended {
      expect(state.connected.isEmpty && open.isEmpty && state.room.anonymousCount == 0, "somebody is in an ended room")
    }
    return faults
  }

  /// What changed without its row being marked would not be stored.
  static func unmarked(_ before: RoomState, _ after: RoomState, _ changes: RoomChanges) -> [String] {
    var faults: [String] = []
    for (key, value) in after.participants where before.participants[key] != value {
      if !changes.participants.contains(key) { faults.append("participant \(key) is not marked") }
    }
    for (key, value) in after.sessions where before.sessions[key] != value {
      if !changes.sessions.contains(key) { faults.append("session \(key) is not marked") }
    }
    for person in TrueRoom.people {
      let isMarked = changes.bans.contains(person) != changes.removedBans.contains(person)
      if before.bans[person] != after.bans[person], !isMarked { faults.append("ban of \(person) is not marked") }
      let isListed = changes.members.contains(person) != changes.removedMembers.contains(person)
      if before.members[person] != after.members[person], !isListed { faults.append("\(person) is not marked") }
    }
    var (old, new) = (before.room, after.room)
    (old.version, new.version) = (0, 0)
    if old != new, !changes.room { faults.append("the room is not marked") }
    return faults
  }
}
