import MeetingCore

/// Stays at places: some vendors name where somebody is and not each time they are there. A name then tells nobody apart who
/// came again, and news without a time of their own may have changed places on their way; so what follows closely on its
/// opposite is read from the vendor instead of being believed.
extension Reducing {
  /// News is seldom later than this.
  private static let doubtfulSeconds: Int64 = 60
  /// Clocks of the vendor's and ours may differ this much without two stays being taken for one, or one for two, where
  /// nothing but both clocks tells.
  private static let skewSeconds: Int64 = 2

  /// Whom a join is about, if they are known: the connection, or the last stay at the place.
  func known(_ joined: Fact.Joined) -> Participant? {
    switch joined.naming {
    case .connection: state.participants[joined.connection]
    case .place: state.participant(named: joined.connection)
    }
  }

  /// Whether a join at a place needs nothing more done. Whoever is in another session has come again.
  mutating func handlesPlace(_ known: Participant, _ joined: Fact.Joined, _ fact: Fact) -> Bool {
    guard isSameSession(known, joined) else { return false }
    guard let leftAt = known.leftAt else {
      if isAnotherJoin(fact, of: known) { state.latest.repeatedJoins[known.connection] = context.now }
      complete(known, joined)
      return true
    }
    guard fact.source == .webhook, context.rules.readsRooms, isClose(leftAt, fact.occurredAt) else { return false }
    look()
    return true
  }

  /// Whether a join that tells no time is about a session that does not run, and needs nothing more done: one of a session that
  /// is over, from somebody who was told to be in it, is a repeat; one of a session that nobody knows, while another runs, may
  /// be late, and is no reason to take the one that runs for over.
  mutating func isOfAnotherSession(_ joined: Fact.Joined, _ fact: Fact) -> Bool {
    guard joined.naming == .place, fact.source == .webhook, !fact.isTimed, let told = joined.session else {
      return false
    }
    if let session = state.sessions.values.first(where: { $0.vendorID == told }) {
      guard session.endedAt != nil else { return false }
      return state.participants.values.contains { $0.place == joined.connection && $0.session == session.id }
    }
    guard context.rules.readsRooms, state.openSession?.vendorID != nil else { return false }
    look()
    return true
  }

  /// Whether a leave that names no connection is to be read from the vendor first: somebody who came or came again just now
  /// may have left before that. What is told over a connection keeps its order.
  func isDoubtful(_ fact: Fact, leaving known: Participant) -> Bool {
    guard fact.isTold, context.rules.readsRooms else { return false }
    if let again = state.latest.repeatedJoins[known.connection], isClose(again, context.now) { return true }
    return fact.source == .webhook && isClose(known.joinedAt, context.now)
  }

  /// Whether a join of somebody who is there may be that of somebody who came again. What a seat hears, it hears once, but
  /// for whom it finds when it comes in; deliveries are late beside it.
  private func isAnotherJoin(_ fact: Fact, of known: Participant) -> Bool {
    switch (fact.source, state.room.seat) {
    case (.webhook, let seat): seat == nil || !state.latest.isSeated
    case (.socket, let seat?): known.joinedAt >= seat.since
    default: false
    }
  }

  /// Reads the room from the vendor, once for all that is doubtful in it.
  mutating func look() {
    if !reduction.directives.contains(.reconcile) { reduction.directives.append(.reconcile) }
  }

  // MARK: As the vendor lists them

  /// Whether somebody listed is a stay of which the end was told: the vendor's list lags behind it. A leave of which no
  /// beginning was told is no reason to doubt the list: it may be that of a stay before, and either was there and is to be told.
  func isOver(_ known: Participant, _ row: SnapshotParticipant, _ fact: Fact) -> Bool {
    guard known.isAnnounced, let leftAt = known.leftAt, row.joined.naming == .place, isSameSession(known, row.joined)
    else { return false }
    guard isClose(leftAt, fact.occurredAt) else { return false }
    return row.joinedAt.map { !isLater($0, than: known) } ?? true
  }

  /// Whether somebody listed who is known to have left has come again since.
  func hasComeAgain(_ known: Participant, _ row: SnapshotParticipant) -> Bool {
    guard !known.isConnected, row.joined.naming == .place, let since = row.joinedAt else { return false }
    return isLater(since, than: known)
  }

  /// When the last stay at a place ended: the next one begins no earlier.
  func endOfLast(_ joined: Fact.Joined) -> Timestamp {
    guard joined.naming == .place, let leftAt = known(joined)?.leftAt else { return Timestamp(nanoseconds: .min) }
    return leftAt
  }

  /// Ends the stay of somebody who, as the vendor lists them, has left and come again since.
  mutating func endRetaken(_ known: Participant, _ row: SnapshotParticipant, _ fact: Fact) {
    guard known.isConnected, row.joined.naming == .place, let since = row.joinedAt, isLater(since, than: known) else {
      return
    }
    leaveNow(known, at: since, reason: .superseded, fact)
  }

  /// The vendor knows when a stay began; a delivery told only when it was told. Stays at one place do not overlap.
  mutating func alignStart(_ row: SnapshotParticipant) {
    guard row.joined.naming == .place, let since = row.joinedAt, var known = known(row.joined), known.isConnected
    else { return }
    state.latest.listedStays[row.joined.connection] = .init(connection: known.connection, since: since)
    guard since < known.joinedAt, !wasTaken(row.joined.connection, after: since) else { return }
    known.joinedAt = since
    put(known)
  }

  private func wasTaken(_ place: String, after time: Timestamp) -> Bool {
    state.participants.values.contains { $0.place == place && ($0.leftAt.map { $0 > time } ?? false) }
  }

  /// Whatever began after an end is another stay, however short the one before was. Two times of the vendor's are compared
  /// as they are; its time and ours only where nothing else tells.
  private func isLater(_ since: Timestamp, than known: Participant) -> Bool {
    if let place = known.place, let listed = state.latest.listedStays[place], listed.connection == known.connection {
      return since > listed.since
    }
    if known.isConnected, isFollowed(known) || since > context.now.advanced(bySeconds: Self.skewSeconds) {
      return false
    }
    if let leftAt = known.leftAt, since >= leftAt { return true }
    return since > known.joinedAt.advanced(bySeconds: Self.skewSeconds)
  }

  /// Whether a seat of ours has been there for the whole of a stay and heard of no other one at the place.
  private func isFollowed(_ known: Participant) -> Bool {
    guard state.latest.isSeated, let seat = state.room.seat, known.joinedAt >= seat.since else { return false }
    return state.latest.repeatedJoins[known.connection] == nil
  }

  private func isSameSession(_ known: Participant, _ joined: Fact.Joined) -> Bool {
    guard let told = joined.session, let session = state.sessions[known.session]?.vendorID else { return true }
    return told == session
  }

  private func isClose(_ first: Timestamp, _ second: Timestamp) -> Bool {
    first <= second.advanced(bySeconds: Self.doubtfulSeconds)
      && second <= first.advanced(bySeconds: Self.doubtfulSeconds)
  }
}
