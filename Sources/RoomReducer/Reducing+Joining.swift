import MeetingCore

extension Reducing {
  /// Somebody is connected. A repeat changes nothing; one that comes after its own leave or its session's end is history.
  mutating func join(_ joined: Fact.Joined, at time: Timestamp, _ fact: Fact) {
    guard !joined.hidden, state.room.phase != .creating else { return }
    if let known = known(joined), isHandled(known, joined, at: time, fact) { return }
    if isOfAnotherSession(joined, fact) { return }
    let session = session(joined.session, at: time, fact)
    let role = state.role(of: joined.person, told: joined.role)
    let refusal = isOfCall(joined.connection) ? nil : refusal(of: joined.person, as: role)
    let participant = fresh(joined, session: session.id, role: role, at: time)
    enter(participant, fact)
    if let ended = session.endedAt ?? endBefore(time) {
      leaveNow(participant, at: max(ended, time), reason: state.room.phase == .ended ? .roomEnded : nil, fact)
      if let roomEnd = state.room.endedAt, time > roomEnd { throwOut(participant, .roomEnded) }
    } else if let refusal {
      expel(participant, refusal)
    }
  }

  private func refusal(of person: String?, as role: ParticipantRole) -> ErrorCode? {
    AdmissionRules.refusal(of: person, role: role, in: state, now: context.now, rules: context.rules, at: .join)
  }

  /// Everybody who takes a place anew is another participant.
  private func fresh(_ joined: Fact.Joined, session: String, role: ParticipantRole, at time: Timestamp) -> Participant {
    let isPlace = joined.naming == .place
    let id = (isPlace ? nil : state.participants[joined.connection]?.id) ?? context.makeID("par_")
    var participant = Participant(
      id: id, connection: isPlace ? "\(joined.connection)#\(id)" : joined.connection, person: joined.person,
      session: session, role: role, joinedAt: time, providerRefs: joined.providerRefs)
    if isPlace { participant.place = joined.connection }
    return participant
  }

  private mutating func isHandled(
    _ known: Participant, _ joined: Fact.Joined, at time: Timestamp, _ fact: Fact
  ) -> Bool {
    switch joined.naming {
    case .connection: handles(known, joined, at: time, fact)
    case .place: handlesPlace(known, joined, fact)
    }
  }

  /// Throws out again whoever is not admitted, and remembers why they will leave.
  mutating func expel(_ participant: Participant, _ refusal: ErrorCode) {
    guard var target = state.participants[participant.connection] else { return }
    target.leaveReason = .notAdmitted
    put(target)
    throwOut(target, refusal)
  }

  /// A vendor may let people into a room that has ended: what the state says of them does not get them out.
  mutating func throwOut(_ participant: Participant, _ refusal: ErrorCode) {
    reduction.directives.append(
      .expel(connection: participant.connection, person: participant.person, reason: refusal))
  }

  /// Whether a connection that is already known needs nothing more done.
  private mutating func handles(_ known: Participant, _ joined: Fact.Joined, at time: Timestamp, _ fact: Fact) -> Bool {
    guard let leftAt = known.leftAt else {
      complete(known, joined)
      return true
    }
    if time > leftAt { return false }
    var late = known
    late.joinedAt = min(time, known.joinedAt)
    if known.isAnnounced {
      if late.joinedAt != known.joinedAt { put(late) }
      return true
    }
    tellLate(late, joined, leftAt: leftAt, fact)
    return true
  }

  /// A join whose leave came first: both are told now, in the order in which they happened.
  mutating func tellLate(_ late: Participant, _ joined: Fact.Joined, leftAt: Timestamp, _ fact: Fact) {
    let session = session(joined.session, at: late.joinedAt, fact)
    let participant = Participant(
      id: late.id, connection: late.connection, person: joined.person ?? late.person, session: session.id,
      role: state.role(of: joined.person ?? late.person, told: joined.role), joinedAt: late.joinedAt,
      providerRefs: joined.providerRefs)
    enter(participant, fact)
    leaveNow(participant, at: leftAt, reason: late.leaveReason, fact)
  }

  /// A repeat may know what the first report did not.
  mutating func complete(_ known: Participant, _ joined: Fact.Joined) {
    var better = known
    if better.person == nil { better.person = joined.person }
    better.providerRefs.merge(joined.providerRefs) { old, _ in old }
    if better != known { put(better) }
  }

  private mutating func enter(_ participant: Participant, _ fact: Fact) {
    put(participant)
    raisePeak(of: participant.session)
    emit(.participantJoined(state.participants[participant.connection] ?? participant), fact, at: participant.joinedAt)
    link(participant)
  }

  private mutating func raisePeak(of id: String) {
    guard var session = state.sessions[id] else { return }
    let count = state.connected.count { $0.session == id }
    guard count > session.peakParticipants else { return }
    session.peakParticipants = count
    put(session)
  }

  /// The room's end, if the join happened before it and is only told late.
  private func endBefore(_ time: Timestamp) -> Timestamp? {
    guard state.room.phase == .ended, let endedAt = state.room.endedAt, time <= endedAt else { return nil }
    return endedAt
  }
}
