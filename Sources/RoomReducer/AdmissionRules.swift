package import MeetingCore

/// Who may come in: asked where tokens are minted, and again on every join that shows up.
package enum AdmissionRules {
  /// Where somebody is looked at.
  package enum Door: Sendable, Hashable {
    /// They want a token: every rule holds.
    case token
    /// They are in already: the rules that the vendor keeps at its own door have been kept.
    case join
  }

  /// Somebody who was connected this lately is not new, so that a lock lets them back in.
  package static let graceSeconds: Int64 = 60

  /// nil = admitted.
  package static func refusal(
    of person: String?, role: ParticipantRole, in state: RoomState, now: Timestamp, rules: GatewayRules,
    at door: Door = .token
  ) -> ErrorCode? {
    let room = state.room
    if room.phase == .ended || state.isEnding { return .roomEnded }
    if let person, let ban = state.bans[person], isInForce(ban, in: state, now: now) { return .banned }
    if room.locked, !role.runsTheRoom, !isKnown(person, in: state, now: now) { return .roomLocked }
    if room.settings.access == .members, !isMember(person, in: state) { return .notAMember }
    if door == .token || rules.stage != .vendor, room.phase == .backstage, !isOnStage(role, room, rules),
      !isOpenAhead(room, now: now, rules)
    {
      return .roomInBackstage
    }
    if door == .token || rules.policesCapacity, !role.runsTheRoom, isFull(state, for: person) { return .roomFull }
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

  /// Whether a role may be backstage. Where the stage is the gateway's own, so may everybody who is more than the room's
  /// audience: a vendor's stage lets in only who runs the room.
  package static func isOnStage(_ role: ParticipantRole, _ room: Room, _ rules: GatewayRules) -> Bool {
    if role.runsTheRoom { return true }
    guard rules.stage == .own, role != .listener else { return false }
    return role != RoomState.defaultRole(in: room.kind)
  }

  /// A room that was live and went back to backstage is not open ahead of a start that is over.
  private static func isOpenAhead(_ room: Room, now: Timestamp, _ rules: GatewayRules) -> Bool {
    guard let opensAt = opensAt(room), opensAt <= now else { return false }
    return rules.stage != .own || room.stageChangedAt == room.createdAt || opensAt > room.stageChangedAt
  }

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

  /// Whoever is about to be thrown out takes nobody's place.
  private static func isFull(_ state: RoomState, for person: String?) -> Bool {
    guard let maximum = state.room.settings.maximumParticipants else { return false }
    var count = state.room.anonymousCount
    for participant in state.participants.values
    where participant.isConnected && participant.leaveReason != .notAdmitted {
      if let person, participant.person == person { return false }
      count += 1
    }
    return count >= maximum
  }
}
