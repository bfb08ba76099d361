package import MeetingCore

/// Who may come in: asked where tokens are minted, and again on every join that shows up.
package enum AdmissionRules {
  /// Somebody who was connected this lately is not new, so that a lock lets them back in.
  package static let graceSeconds: Int64 = 60

  /// nil = admitted. `checksStage` and `checksRoom` are off where the vendor itself refuses at its door.
  package static func refusal(
    of person: String?, role: ParticipantRole, in state: RoomState, now: Timestamp, checksStage: Bool = true,
    checksRoom: Bool = true
  ) -> ErrorCode? {
    if state.room.phase == .ended { return .roomEnded }
    if let person, let ban = state.bans[person], isInForce(ban, in: state, now: now) { return .banned }
    if state.room.locked, !role.runsTheRoom, !isKnown(person, in: state, now: now) { return .roomLocked }
    if state.room.settings.access == .members, !isMember(person, in: state) { return .notAMember }
    if checksStage, state.room.phase == .backstage, !role.runsTheRoom, !isOpenAhead(state.room, now: now) {
      return .roomInBackstage
    }
    if checksRoom, !role.runsTheRoom, isFull(state, for: person) { return .roomFull }
    return nil
  }

  /// When the room opens to its audience by itself; nil when it does not.
  package static func opensAt(_ room: Room) -> Timestamp? {
    guard let startsAt = room.startsAt, let ahead = room.joinAheadSeconds else { return nil }
    return startsAt.advanced(bySeconds: -Int64(ahead))
  }

  package static func isInForce(_ ban: Ban, in state: RoomState, now: Timestamp) -> Bool {
    if let until = ban.until, until <= now { return false }
    if let session = ban.session, let known = state.sessions[session], known.endedAt != nil { return false }
    return true
  }

  private static func isOpenAhead(_ room: Room, now: Timestamp) -> Bool { opensAt(room).map { $0 <= now } ?? false }

  private static func isMember(_ person: String?, in state: RoomState) -> Bool {
    guard let person else { return false }
    return person == state.room.host || state.members[person] != nil
  }

  private static func isKnown(_ person: String?, in state: RoomState, now: Timestamp) -> Bool {
    guard let person else { return false }
    let since = now.advanced(bySeconds: -graceSeconds)
    return state.participants.values.contains {
      $0.person == person && $0.isAnnounced && $0.leaveReason != .notAdmitted && ($0.leftAt.map { $0 >= since } ?? true)
    }
  }

  private static func isFull(_ state: RoomState, for person: String?) -> Bool {
    guard let maximum = state.room.settings.maximumParticipants else { return false }
    if let person, !state.connections(of: person).isEmpty { return false }
    return state.connected.count + state.room.anonymousCount >= maximum
  }
}
