import MeetingCore

extension Reducing {
  /// Tracks of a person's connections (of everybody's when nil) were stopped. Muted already: no second event. Who came
  /// later was not muted.
  mutating func mute(_ person: String?, _ tracks: Set<TrackKind>, by: String?, _ fact: Fact) {
    for participant in state.connected
    where (person == nil || participant.person == person) && participant.joinedAt <= fact.occurredAt {
      muteOne(participant, tracks, by: by, fact)
    }
  }

  mutating func mute(_ connections: [String], _ tracks: Set<TrackKind>, by: String?) {
    for connection in connections {
      guard let participant = state.participant(named: connection), participant.isConnected else { continue }
      muteOne(participant, tracks, by: by, own(.muted(person: participant.person, tracks: tracks, by: by)))
    }
  }

  private mutating func muteOne(_ participant: Participant, _ tracks: Set<TrackKind>, by: String?, _ fact: Fact) {
    let newly = TrackKind.allCases.filter { tracks.contains($0) && isNews(fact, of: participant.tracks[$0]) }
    guard !newly.isEmpty else { return }
    var quiet = participant
    for kind in newly {
      var track = quiet.tracks[kind] ?? TrackState()
      track.muted = true
      track.asOf = fact.occurredAt
      quiet.tracks[kind] = track
    }
    put(quiet)
    emit(.participantMuted(participant: quiet.id, person: quiet.person, tracks: newly, by: by), fact)
  }

  private func isNews(_ fact: Fact, of track: TrackState?) -> Bool {
    guard let track, track.muted != true else { return track == nil }
    return !fact.isTold || track.asOf.map { $0 <= fact.occurredAt } ?? true
  }

  /// The vendor says that it threw somebody out; the leave of each connection follows, or came first. Who came later was
  /// not thrown out.
  mutating func markRemoved(_ person: String, by: String?, _ fact: Fact) {
    let targets = state.participants.values.filter { $0.person == person && wasRemoved($0, at: fact.occurredAt) }
      .sorted { ($0.joinedAt, $0.id) < ($1.joinedAt, $1.id) }
    guard !targets.isEmpty else { return }
    for var target in targets {
      target.leaveReason = target.leaveReason ?? .removed
      target.isRemovalTold = true
      put(target)
    }
    emit(.participantRemoved(participants: targets.map(\.id), person: person, rejoin: nil, by: by), fact)
  }

  private func wasRemoved(_ participant: Participant, at time: Timestamp) -> Bool {
    participant.isAnnounced && !participant.isRemovalTold && participant.leaveReason != .notAdmitted
      && participant.joinedAt <= time && participant.leftAt.map { $0 >= time } ?? true
  }

  /// A vendor's roles are coarser than ours: one that means the same as ours does not overwrite it.
  mutating func setMember(_ person: String, told: ParticipantRole?, _ fact: Fact) {
    guard !isOld(fact, than: memberChange(of: person)) else { return }
    noteMember(person, at: fact.occurredAt)
    if let awaited = awaitedRole(of: person, told: told) { return store(person, awaited) }
    let role = told ?? RoomState.defaultRole(in: state.room.kind)
    if let known = state.members[person] {
      guard told != nil, known != role, !(known.runsTheRoom && role.runsTheRoom) else { return }
    }
    store(person, role)
  }

  mutating func store(_ person: String, _ role: ParticipantRole) {
    guard state.members[person] != role else { return }
    state.members[person] = role
    rememberMember(person)
    reduction.changes.members.insert(person)
    reduction.changes.removedMembers.remove(person)
    reviewAdmissions()
  }

  mutating func removeMember(_ person: String, _ fact: Fact) {
    guard !isOld(fact, than: memberChange(of: person)) else { return }
    noteMember(person, at: fact.occurredAt)
    guard state.members.removeValue(forKey: person) != nil else { return }
    rememberMember(person)
    reduction.changes.members.remove(person)
    reduction.changes.removedMembers.insert(person)
  }

  /// After `noteMember`, when the news was a change.
  private mutating func rememberMember(_ person: String) {
    guard let time = state.latest.members[person] else { return }
    NewestChanges.note(person, time, in: &state.room.memberChangedAt)
    reduction.changes.room = true
  }

  private func memberChange(of person: String) -> Timestamp? {
    state.latest.members[person] ?? state.room.memberChangedAt[person]
  }

  mutating func noteMember(_ person: String, at time: Timestamp) {
    state.latest.members[person] = time
  }
}
