import MeetingCore

/// What only somebody inside the room hears: the gateway's own seat. It is known while there is one, and not longer.
extension Reducing {
  /// A seat that is taken anew has not heard who spoke meanwhile. One that is gone hears nothing: what it told may have
  /// changed since, and is not known any more.
  mutating func sit(_ isThere: Bool, _ fact: Fact) {
    guard state.room.phase == .live || state.room.phase == .backstage, isThere || state.room.seat != nil else { return }
    forgetSpeaker(fact)
    state.latest.isSeated = isThere
    state.room.seat = isThere ? SeatNews(since: fact.occurredAt) : nil
    reduction.changes.room = true
    guard !isThere else { return }
    for participant in state.connected { forgetTracks(of: participant, fact) }
  }

  private mutating func forgetTracks(of participant: Participant, _ fact: Fact) {
    let known = participant.tracks.filter { $0.value.publishing != nil || $0.value.muted != nil }
    guard !known.isEmpty || participant.publishes != nil else { return }
    var blank = participant
    blank.tracks = [:]
    blank.publishes = nil
    put(blank)
    if !known.isEmpty { tellTracks(of: blank, Set(known.keys), fact) }
  }

  /// How tracks are now, as the vendor pushes it. What is older than what is known tells nothing.
  mutating func takeTracks(of connection: String, _ told: [TrackKind: TrackState], _ fact: Fact) {
    guard var participant = state.participant(named: connection), participant.isConnected else {
      if state.participant(named: connection) == nil { doubt(fact) }
      return
    }
    guard !fact.isTold || fact.occurredAt >= participant.joinedAt else { return }
    var changed: Set<TrackKind> = []
    var (muted, unmuted): ([TrackKind], [TrackKind]) = ([], [])
    for kind in TrackKind.allCases {
      guard let new = newer(told[kind], than: participant.tracks[kind], fact) else { continue }
      let old = participant.tracks[kind] ?? TrackState()
      participant.tracks[kind] = new
      if old.publishing != new.publishing { changed.insert(kind) }
      if new.muted == true, old.muted != true { muted.append(kind) }
      if new.muted == false, old.muted == true { unmuted.append(kind) }
    }
    guard participant.tracks != state.participants[participant.connection]?.tracks else { return }
    put(participant)
    tell(participant, changed, muted: muted, unmuted: unmuted, fact)
  }

  private func newer(_ told: TrackState?, than known: TrackState?, _ fact: Fact) -> TrackState? {
    guard let told else { return nil }
    let asOf = told.asOf ?? fact.occurredAt
    guard known?.publishing != told.publishing || known?.muted != told.muted, known?.asOf ?? asOf <= asOf else {
      return nil
    }
    return TrackState(publishing: told.publishing, muted: told.muted, asOf: asOf)
  }

  private mutating func tell(
    _ participant: Participant, _ changed: Set<TrackKind>, muted: [TrackKind], unmuted: [TrackKind], _ fact: Fact
  ) {
    if !changed.isEmpty { tellTracks(of: participant, changed, fact) }
    if !muted.isEmpty {
      let by = muter(of: participant.vendorName, muted)
      emit(.participantMuted(participant: participant.id, person: participant.person, tracks: muted, by: by), fact)
    }
    if !unmuted.isEmpty {
      emit(.participantUnmuted(participant: participant.id, person: participant.person, tracks: unmuted, by: nil), fact)
    }
  }

  mutating func tellTracks(of participant: Participant, _ kinds: Set<TrackKind>, _ fact: Fact) {
    let names = kinds.map { "tracks.\($0.rawValue)" }.sorted()
    emit(.participantUpdated(state.participants[participant.connection] ?? participant, changed: names), fact)
  }

  /// Whoever is not known yet is told of first by the same seat.
  mutating func takeMode(of connection: String, publishes: Bool, _ fact: Fact) {
    guard var participant = state.participant(named: connection), participant.isConnected else { return }
    guard participant.publishes != publishes else { return }
    participant.publishes = publishes
    put(participant)
  }

  /// Told when somebody else is heard, or nobody any more; how loud somebody is changes without an event.
  mutating func takeSpeaker(_ connection: String?, level: Double?, _ fact: Fact) {
    guard let known = state.room.seat, fact.occurredAt >= known.speaker?.asOf ?? fact.occurredAt else { return }
    // Somebody whom we do not show may be heard, too: then nobody else is.
    let heard = connection.flatMap { state.participant(named: $0) }.flatMap { $0.isConnected ? $0.connection : nil }
    let speaker = SeatNews.Speaker(connection: heard, level: heard == nil ? nil : level, asOf: fact.occurredAt)
    if let old = known.speaker, (old.connection, old.level) == (speaker.connection, speaker.level) { return }
    state.room.seat?.speaker = speaker
    reduction.changes.room = true
    if known.speaker?.connection != heard { tellSpeaker(heard, fact) }
  }

  /// Whoever is gone is not heard any more.
  mutating func silence(_ gone: Participant, _ fact: Fact) {
    guard let speaker = state.room.seat?.speaker, speaker.connection == gone.connection else { return }
    state.room.seat?.speaker = SeatNews.Speaker(connection: nil, level: nil, asOf: max(speaker.asOf, fact.occurredAt))
    reduction.changes.room = true
    tellSpeaker(nil, fact)
  }

  private mutating func forgetSpeaker(_ fact: Fact) {
    guard state.room.seat?.speaker?.connection != nil else { return }
    state.room.seat?.speaker = nil
    tellSpeaker(nil, fact)
  }

  private mutating func tellSpeaker(_ connection: String?, _ fact: Fact) {
    let speaker = connection.flatMap { state.participants[$0] }
    emit(.speakerChanged(participant: speaker?.id, person: speaker?.person), fact)
  }
}
