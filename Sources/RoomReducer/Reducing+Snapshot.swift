import MeetingCore

extension Reducing {
  /// Brings the state in line with the vendor's own view. What changed after the read began is newer and stays.
  mutating func reconcile(_ snapshot: RoomSnapshot, _ fact: Fact) {
    guard state.room.phase != .creating else { return }
    if snapshot.stage == .ended {
      return endRoom(at: snapshot.endedAt ?? fact.occurredAt, reason: "vendor", by: nil, fact)
    }
    guard state.room.phase != .ended else { return }
    if state.room.stageChangedVersion <= snapshot.asOf {
      setStage(snapshot.stage == .live ? .live : .backstage, by: nil, fact)
    }
    for row in snapshot.participants { take(row, snapshot, fact) }
    if snapshot.isComplete { dropMissing(snapshot, fact) }
    closeGoneSession(snapshot, fact)
    if let count = snapshot.anonymousCount { countAnonymous(count) }
  }

  private mutating func take(_ row: SnapshotParticipant, _ snapshot: RoomSnapshot, _ fact: Fact) {
    let known = state.participants[row.joined.connection]
    if let known, !known.isConnected, known.changedVersion > snapshot.asOf { return }
    if known?.isConnected != true {
      join(row.joined, at: row.joinedAt ?? snapshot.sessionStartedAt ?? fact.occurredAt, fact)
    }
    takeTracks(row, snapshot, fact)
  }

  private mutating func takeTracks(_ row: SnapshotParticipant, _ snapshot: RoomSnapshot, _ fact: Fact) {
    guard var participant = state.participants[row.joined.connection], participant.isConnected,
      participant.changedVersion <= snapshot.asOf || participant.changedVersion == context.version
    else { return }
    var changed: [TrackKind] = []
    for (kind, told) in row.tracks {
      let known = participant.tracks[kind]
      guard known?.publishing != told.publishing || (told.muted != nil && known?.muted != told.muted) else { continue }
      participant.tracks[kind] = TrackState(
        publishing: told.publishing, muted: told.muted ?? known?.muted, asOf: told.asOf ?? fact.occurredAt)
      changed.append(kind)
    }
    guard !changed.isEmpty else { return }
    put(participant)
    let names = changed.map { "tracks.\($0.rawValue)" }.sorted()
    emit(.participantUpdated(state.participants[row.joined.connection] ?? participant, changed: names), fact)
  }

  /// Whoever the vendor no longer lists has left; beside a newer connection of the same person they were superseded.
  private mutating func dropMissing(_ snapshot: RoomSnapshot, _ fact: Fact) {
    let listed = Set(snapshot.participants.map(\.joined.connection))
    let people = Set(snapshot.participants.compactMap(\.joined.person))
    for participant in state.connected
    where !listed.contains(participant.connection) && participant.changedVersion <= snapshot.asOf {
      let superseded = participant.person.map(people.contains) ?? false
      leaveNow(participant, at: fact.occurredAt, reason: superseded ? .superseded : nil, fact)
    }
  }

  private mutating func closeGoneSession(_ snapshot: RoomSnapshot, _ fact: Fact) {
    guard let open = state.openSession, let vendorID = open.vendorID, snapshot.session != vendorID else { return }
    let isOlder = state.participants.values.allSatisfy { $0.session != open.id || $0.changedVersion <= snapshot.asOf }
    guard isOlder, !reduction.changes.sessions.contains(open.id), state.connected.allSatisfy({ $0.session != open.id })
    else { return }
    close(open, at: fact.occurredAt, reason: nil, fact)
  }
}
