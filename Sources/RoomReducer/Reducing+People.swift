import MeetingCore

extension Reducing {
  /// Tracks of a person's connections (of everybody's when nil) were stopped. Muted already: no second event.
  mutating func mute(_ person: String?, _ tracks: Set<TrackKind>, by: String?, _ fact: Fact) {
    for participant in state.connected where person == nil || participant.person == person {
      muteOne(participant, tracks, by: by, fact)
    }
  }

  private mutating func muteOne(_ participant: Participant, _ tracks: Set<TrackKind>, by: String?, _ fact: Fact) {
    let newly = TrackKind.allCases.filter { tracks.contains($0) && participant.tracks[$0]?.muted != true }
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

  /// The vendor says that it threw somebody out; the leave of each connection follows.
  mutating func markRemoved(_ person: String, by: String?, _ fact: Fact) {
    let targets = state.connections(of: person).filter { $0.leaveReason == nil }
    guard !targets.isEmpty else { return }
    for var target in targets {
      target.leaveReason = .removed
      put(target)
    }
    emit(.participantRemoved(participants: targets.map(\.id), person: person, rejoin: nil, by: by), fact)
  }

  /// What the vendor tells of a ban that holds changes nothing: it may be the echo of ours, and knows no end of it.
  mutating func ban(_ ban: Ban, _ fact: Fact) {
    guard !isEcho(ban.person, fact) else { return }
    if let known = state.bans[ban.person], AdmissionRules.isInForce(known, in: state, now: context.now) { return }
    put(ban, fact)
  }

  /// A ban of our own takes the place of one that is over or has a time to end. The vendor holds one without such a
  /// time as well, and cannot end it by itself: that one gives way only to one that is for good.
  mutating func impose(_ ban: Ban, _ fact: Fact) {
    if let known = state.bans[ban.person], AdmissionRules.isInForce(known, in: state, now: context.now) {
      let isSame = known.until == ban.until && known.session == ban.session
      let isForGood = ban.until == nil && ban.session == nil
      guard !isSame, known.until != nil || isForGood else { return }
    }
    put(ban, fact)
  }

  private mutating func put(_ ban: Ban, _ fact: Fact) {
    state.bans[ban.person] = ban
    reduction.changes.bans.insert(ban.person)
    reduction.changes.removedBans.remove(ban.person)
    state.banChanges[ban.person] = fact.occurredAt
    emit(.banned(person: ban.person, until: ban.until, by: ban.by), fact)
  }

  mutating func unban(_ person: String, by: String?, _ fact: Fact) {
    guard !isEcho(person, fact), state.bans.removeValue(forKey: person) != nil else { return }
    state.banChanges[person] = fact.occurredAt
    reduction.changes.bans.remove(person)
    reduction.changes.removedBans.insert(person)
    emit(.unbanned(person: person, by: by), fact)
  }

  /// The vendor's report of something older than the last change of this person's ban.
  private func isEcho(_ person: String, _ fact: Fact) -> Bool {
    guard fact.source == .webhook || fact.source == .socket, let last = state.banChanges[person] else { return false }
    return fact.occurredAt < last
  }

  /// A vendor's roles are coarser than ours: one that means the same as ours does not overwrite it.
  mutating func setMember(_ person: String, told: ParticipantRole?) {
    let role = told ?? RoomState.defaultRole(in: state.room.kind)
    if let known = state.members[person] {
      guard told != nil, known != role, !(known.runsTheRoom && role.runsTheRoom) else { return }
    }
    store(person, role)
  }

  mutating func store(_ person: String, _ role: ParticipantRole) {
    guard state.members[person] != role else { return }
    state.members[person] = role
    reduction.changes.members.insert(person)
    reduction.changes.removedMembers.remove(person)
  }

  mutating func removeMember(_ person: String) {
    guard state.members.removeValue(forKey: person) != nil else { return }
    reduction.changes.members.remove(person)
    reduction.changes.removedMembers.insert(person)
  }
}
