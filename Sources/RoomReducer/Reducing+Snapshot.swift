import MeetingCore

extension Reducing {
  /// Brings the state in line with the vendor's own view. What changed after the read began is newer and stays.
  mutating func reconcile(_ snapshot: RoomSnapshot, _ fact: Fact) {
    guard state.room.phase != .creating else { return }
    if snapshot.stage == .ended {
      endRoom(at: snapshot.endedAt ?? fact.occurredAt, reason: nil, by: nil, fact)
    }
    guard state.room.phase != .ended else { return clearEnded(snapshot, fact) }
    if state.room.stageChangedVersion <= snapshot.asOf, context.rules.stage != .own {
      setStage(snapshot.stage == .live ? .live : .backstage, by: nil, fact)
    }
    let gone = goneSession(snapshot)
    beginSession(of: snapshot, fact)
    for row in Self.byArrival(snapshot.participants) { take(row, snapshot, fact) }
    if snapshot.isComplete { dropMissing(snapshot, fact) }
    if let gone { closeIfEmpty(gone, fact) }
    takeBans(snapshot, fact)
    takeEgress(snapshot, fact)
    if let count = snapshot.anonymousCount, state.latest.anonymousVersion <= snapshot.asOf {
      countAnonymous(count, fact)
    }
  }

  /// Nobody stays in a room that has ended: who came in unseen is told and thrown out, who was told to have left is thrown
  /// out once more.
  private mutating func clearEnded(_ snapshot: RoomSnapshot, _ fact: Fact) {
    for row in snapshot.participants {
      guard let known = known(row.joined), !hasComeAgain(known, row) else {
        join(row.joined, at: min(row.joinedAt ?? fact.occurredAt, context.now), fact)
        continue
      }
      if known.changedVersion <= snapshot.asOf { throwOut(known, .roomEnded) }
    }
  }

  /// Whoever came last is the one too many, in whatever order the vendor lists people.
  private static func byArrival(_ rows: [SnapshotParticipant]) -> [SnapshotParticipant] {
    func time(_ row: SnapshotParticipant) -> Timestamp { row.joinedAt ?? Timestamp(nanoseconds: .max) }
    return rows.enumerated()
      .sorted { (time($0.element), $0.offset) < (time($1.element), $1.offset) }
      .map(\.element)
  }

  /// A session may run without anybody whom we would hear of. It is the last one: others that seem to have begun after it
  /// were told without their times, and late.
  private mutating func beginSession(of snapshot: RoomSnapshot, _ fact: Fact) {
    guard let vendorID = snapshot.session, state.room.sessionBegunVersion <= snapshot.asOf else { return }
    let told = snapshot.sessionStartedAt ?? fact.occurredAt
    let others = state.sessions.values.map(\.startedAt).max() ?? told
    _ = session(vendorID, at: min(max(told, others), context.now), fact)
  }

  private mutating func take(_ row: SnapshotParticipant, _ snapshot: RoomSnapshot, _ fact: Fact) {
    let before = known(row.joined)
    if let before, before.changedVersion > snapshot.asOf ? !before.isConnected : isOver(before, row, fact) { return }
    if let before, before.changedVersion <= snapshot.asOf { endRetaken(before, row, fact) }
    let known = known(row.joined)
    let isNew = known?.isConnected != true
    if isNew {
      let told = row.joinedAt ?? snapshot.sessionStartedAt ?? fact.occurredAt
      join(row.joined, at: min(max(told, endOfLast(row.joined)), context.now), fact)
    }
    if let known, !isNew { throwOutAgain(known, snapshot) }
    takeTracks(row, isNew: isNew, snapshot, fact)
    // Who came after the read began is not the one who was read.
    if isNew || (known?.changedVersion ?? 0) <= snapshot.asOf { alignStart(row) }
    noteHeard(row)
  }

  /// Whoever was not admitted and is still there: the process that was to throw them out may have died on the way.
  private mutating func throwOutAgain(_ known: Participant, _ snapshot: RoomSnapshot) {
    guard known.leaveReason == .notAdmitted, known.changedVersion <= snapshot.asOf else { return }
    throwOut(known, .forbidden)
  }

  private mutating func takeTracks(
    _ row: SnapshotParticipant, isNew: Bool, _ snapshot: RoomSnapshot, _ fact: Fact
  ) {
    guard var participant = known(row.joined), participant.isConnected,
      isNew || participant.changedVersion <= snapshot.asOf
    else { return }
    var changed: [TrackKind] = []
    for (kind, told) in row.tracks {
      let known = participant.tracks[kind]
      guard !isHeard(known, after: told) else { continue }
      guard known?.publishing != told.publishing || (told.muted != nil && known?.muted != told.muted) else { continue }
      participant.tracks[kind] = TrackState(
        publishing: told.publishing, muted: told.muted ?? known?.muted, asOf: told.asOf ?? fact.occurredAt)
      changed.append(kind)
    }
    // What a seat hears of modes is newer than what a list shows.
    if let told = row.publishes, state.room.seat == nil || participant.publishes == nil { participant.publishes = told }
    guard participant != state.participants[participant.connection] else { return }
    put(participant)
    if !changed.isEmpty { tellTracks(of: participant, Set(changed), fact) }
  }

  /// Whether the seat has heard of a track itself: what is read then counts only where the vendor says that it is newer.
  private func isHeard(_ known: TrackState?, after told: TrackState) -> Bool {
    guard let seat = state.room.seat, let heardAt = known?.asOf, heardAt >= seat.since else { return false }
    return told.asOf.map { $0 <= heardAt } ?? true
  }

  /// Whoever the vendor no longer lists has left; beside a newer connection of the same person they were superseded.
  private mutating func dropMissing(_ snapshot: RoomSnapshot, _ fact: Fact) {
    let listed = Set(snapshot.participants.compactMap { known($0.joined)?.connection })
    let people = Set(snapshot.participants.compactMap(\.joined.person))
    for participant in state.connected
    where !listed.contains(participant.connection) && participant.changedVersion <= snapshot.asOf {
      let superseded = participant.person.map(people.contains) ?? false
      leaveNow(participant, at: fact.occurredAt, reason: superseded ? .superseded : nil, fact)
    }
  }

  /// The open session, when the vendor no longer has it and nothing of it is newer than that.
  private func goneSession(_ snapshot: RoomSnapshot) -> String? {
    guard let open = state.openSession, let vendorID = open.vendorID, snapshot.session != vendorID,
      state.room.sessionBegunVersion <= snapshot.asOf
    else { return nil }
    let isOlder = state.participants.values.allSatisfy { $0.session != open.id || $0.changedVersion <= snapshot.asOf }
    return isOlder ? open.id : nil
  }

  private mutating func closeIfEmpty(_ id: String, _ fact: Fact) {
    guard let session = state.sessions[id], session.endedAt == nil,
      state.connected.allSatisfy({ $0.session != id })
    else { return }
    close(session, at: fact.occurredAt, reason: nil, fact)
  }
}
