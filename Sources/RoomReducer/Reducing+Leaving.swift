import MeetingCore

extension Reducing {
  /// Somebody is gone. Without a connection it is a hint: clear only when the person has exactly one, and has not come just
  /// now.
  mutating func leave(
    _ connection: String?, _ person: String?, _ reason: LeaveReason?, _ stay: Fact.Stay?, _ fact: Fact
  ) {
    guard state.room.phase != .creating, stay?.joined.hidden != true else { return }
    guard let connection else { return leaveByPerson(person, reason, fact) }
    let there = state.participant(named: connection)
    if let there, there.place == connection { return leavePlace(there, reason, fact) }
    guard let known = there else {
      note(connection, person, reason, fact)
      doubt(fact)
      if let stay, let noted = state.participants[connection] { tell(noted, stay, fact) }
      return
    }
    guard known.isConnected else { return correct(known, fact) }
    guard fact.occurredAt >= known.joinedAt else { return }
    leaveNow(known, at: fact.occurredAt, reason: reason, fact)
  }

  /// The leave knows what its join would have told.
  private mutating func tell(_ noted: Participant, _ stay: Fact.Stay, _ fact: Fact) {
    guard let leftAt = noted.leftAt else { return }
    var late = noted
    late.joinedAt = min(stay.since, leftAt)
    tellLate(late, stay.joined, leftAt: leftAt, fact)
  }

  /// Marks a connection as left and tells it. A reason set ahead wins over what the vendor says.
  mutating func leaveNow(_ participant: Participant, at time: Timestamp, reason: LeaveReason?, _ fact: Fact) {
    guard var gone = state.participants[participant.connection], gone.isConnected else { return }
    gone.leftAt = max(time, gone.joinedAt)
    if let removal = removal(of: gone.vendorName) { tellRemoval(of: &gone, removal, fact) }
    gone.leaveReason = gone.leaveReason ?? reason
    put(gone)
    state.latest.repeatedJoins[gone.connection] = nil
    emit(.participantLeft(gone), fact, at: gone.leftAt)
    silence(gone, fact)
    if let person = gone.person { expireRequests(of: person, at: gone.leftAt ?? time, fact) }
    releaseAgent(of: gone, fact)
    releaseCall(of: gone, fact)
  }

  /// What was asked for comes about: it is told before the leave that it is.
  private mutating func tellRemoval(of gone: inout Participant, _ removal: Operation, _ fact: Fact) {
    gone.leaveReason = .removed
    guard !gone.isRemovalTold, case .remove(let person, let rejoin) = removal.purpose else { return }
    gone.isRemovalTold = true
    emit(
      .participantRemoved(
        participants: [gone.id], person: person ?? gone.person, rejoin: rejoin.rawValue, by: removal.by), fact)
  }

  private mutating func leaveByPerson(_ person: String?, _ reason: LeaveReason?, _ fact: Fact) {
    let connections = (person.map { state.connections(of: $0) } ?? []).filter { $0.joinedAt <= fact.occurredAt }
    if connections.count == 1 {
      leaveUnnamed(connections[0], reason, fact)
    } else if connections.count > 1 {
      look()
    }
  }

  private mutating func leavePlace(_ there: Participant, _ reason: LeaveReason?, _ fact: Fact) {
    guard there.isConnected, fact.occurredAt >= there.joinedAt else { return }
    leaveUnnamed(there, reason, fact)
  }

  private mutating func leaveUnnamed(_ known: Participant, _ reason: LeaveReason?, _ fact: Fact) {
    if isDoubtful(fact, leaving: known) { return look() }
    leaveNow(known, at: fact.occurredAt, reason: reason, fact)
  }

  /// A leave whose join has not been seen: kept untold until the join comes, if it does.
  private mutating func note(_ connection: String, _ person: String?, _ reason: LeaveReason?, _ fact: Fact) {
    let latest = state.openSession ?? state.sessions.values.max { $0.startedAt < $1.startedAt }
    var gone = Participant(
      id: context.makeID("par_"), connection: connection, person: person, session: latest?.id ?? "",
      role: state.role(of: person), joinedAt: fact.occurredAt, leftAt: fact.occurredAt, leaveReason: reason)
    gone.isAnnounced = false
    put(gone)
  }

  /// The vendor's own time of a leave that we had to guess from the end of the session. Within a second of it, it is the
  /// echo of that very end and says nothing new.
  private mutating func correct(_ known: Participant, _ fact: Fact) {
    guard known.isAnnounced, let leftAt = known.leftAt, fact.source == .webhook,
      known.leaveReason == .roomEnded || state.sessions[known.session]?.endedAt == leftAt,
      fact.occurredAt <= leftAt.advanced(bySeconds: -1), fact.occurredAt >= known.joinedAt
    else { return }
    var corrected = known
    corrected.leftAt = fact.occurredAt
    put(corrected)
    emit(.participantUpdated(corrected, changed: ["left_at"]), fact)
  }
}
