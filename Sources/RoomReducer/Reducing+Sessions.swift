import MeetingCore

extension Reducing {
  /// The session a fact belongs to, begun if it is not known. An ended one is returned as it is and never opened again.
  mutating func session(_ vendorID: String?, at time: Timestamp, _ fact: Fact) -> Session {
    if let known = known(vendorID) { return known }
    if let open = state.openSession, let vendorID, open.vendorID == nil { return adopt(open, vendorID) }
    if let next = state.sessions.values.filter({ $0.startedAt > time }).min(by: { $0.startedAt < $1.startedAt }) {
      return earlier(vendorID, at: time, than: next, fact)
    }
    if let open = state.openSession {
      guard vendorID != nil else { return open }
      doubt(fact)
      close(open, at: time, reason: nil, fact)
    } else if vendorID == nil, let last = session(around: time) {
      return last
    }
    let ended = state.room.phase == .ended ? max(time, state.room.endedAt ?? time) : nil
    return begin(vendorID, at: time, endedAt: ended, fact)
  }

  /// A session of which only later ones were known: it was over when the next one began.
  private mutating func earlier(_ vendorID: String?, at time: Timestamp, than next: Session, _ fact: Fact) -> Session {
    if vendorID == nil, let last = session(around: time) { return last }
    return begin(vendorID, at: time, endedAt: next.startedAt, fact)
  }

  private func session(around time: Timestamp) -> Session? {
    state.sessions.values.first { $0.startedAt <= time && ($0.endedAt.map { $0 >= time } ?? true) }
  }

  /// The end of a session nobody has told us of tells its beginning too.
  mutating func endSession(_ vendorID: String?, startedAt: Timestamp?, reason: String?, _ fact: Fact) {
    guard state.room.phase != .creating, let session = ending(vendorID, startedAt: startedAt, fact),
      session.endedAt == nil
    else { return }
    close(session, at: fact.occurredAt, reason: reason, fact)
  }

  private mutating func ending(_ vendorID: String?, startedAt: Timestamp?, _ fact: Fact) -> Session? {
    if let known = known(vendorID) { return known }
    let open = state.openSession.flatMap { vendorID == nil || $0.vendorID == nil ? $0 : nil }
    if let open { return open.startedAt <= fact.occurredAt ? open : nil }
    guard let vendorID else { return nil }
    doubt(fact)
    return session(vendorID, at: min(startedAt ?? fact.occurredAt, fact.occurredAt), fact)
  }

  /// Ends a session: whoever is still in it has left with it, and bans bound to it end.
  mutating func close(_ session: Session, at time: Timestamp, reason: String?, _ fact: Fact) {
    let leave: LeaveReason? = state.room.phase == .ended ? .roomEnded : nil
    for participant in state.connected where participant.session == session.id {
      leaveNow(participant, at: max(time, participant.joinedAt), reason: leave, fact)
    }
    expireRequests(at: max(time, session.startedAt), fact)
    var ended = session
    ended.endedAt = max(time, session.startedAt)
    ended.peakParticipants = state.sessions[session.id]?.peakParticipants ?? session.peakParticipants
    put(ended)
    if state.openSession == nil { countAnonymous(0, fact) }
    emit(.sessionEnded(ended, reason: reason), fact, at: ended.endedAt)
    liftBans(boundTo: session.id)
    endEgress(of: session.id)
  }

  private func known(_ vendorID: String?) -> Session? {
    guard let vendorID else { return nil }
    return state.sessions.values.first { $0.vendorID == vendorID }
  }

  private mutating func adopt(_ session: Session, _ vendorID: String) -> Session {
    var named = session
    named.vendorID = vendorID
    put(named)
    return named
  }

  private mutating func begin(_ vendorID: String?, at time: Timestamp, endedAt: Timestamp?, _ fact: Fact) -> Session {
    let session = Session(id: context.makeID("ses_"), vendorID: vendorID, startedAt: time, endedAt: endedAt)
    put(session)
    state.room.sessionBegunVersion = context.version
    reduction.changes.room = true
    emit(.sessionStarted(session), fact, at: time)
    if endedAt != nil { emit(.sessionEnded(session, reason: nil), fact, at: endedAt) }
    if endedAt == nil { startDeferred(in: session.id) }
    return session
  }

  private mutating func liftBans(boundTo session: String) {
    for ban in state.bans.values.filter({ $0.session == session }).sorted(by: { $0.person < $1.person }) {
      unban(ban.person, by: nil, own(.unbanned(person: ban.person, by: nil)))
      state.latest.beingLifted.insert(ban.person)
      reduction.directives.append(.unban(person: ban.person))
    }
  }
}
