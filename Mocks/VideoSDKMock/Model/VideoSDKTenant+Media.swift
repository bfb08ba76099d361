import JSONCoding

/// What people publish, who speaks, and in which mode they are.
extension VideoSDKTenant {
  /// Switches a track on or off; false when the mode does not allow it. Nothing happens where it is so already.
  @discardableResult
  mutating func setMedia(
    _ kind: VideoSDKMedia, _ isOn: Bool, of participantID: String, in roomID: String, at now: Int64
  ) -> Bool {
    guard let participant = participant(participantID, in: roomID) else { return false }
    guard !isOn || participant.mode.maySend else { return false }
    guard participant.publishes(kind) != isOn else { return true }
    let wasHeard = participant.isSpeaking || session(of: roomID)?.activeSpeaker == participantID
    change(participantID, in: roomID) { participant in
      if isOn { participant.media[kind, default: []].open(at: now) } else { participant.media[kind]?.close(at: now) }
      if kind == .audio, !isOn { (participant.isSpeaking, participant.level) = (false, nil) }
    }
    announce(.media(participantID: participantID, kind, isOn: isOn), in: roomID, at: now)
    if !isOn {
      stopEgress(in: roomID, at: now) { $0.kind == .track(participantID, kind) }
      if wasHeard { reconsiderSpeaker(in: roomID, at: now) }
    }
    return true
  }

  /// A participant changes its own mode; what it may not send any more ends. False when it is not in.
  @discardableResult
  mutating func setMode(
    _ mode: VideoSDKMode, of participantID: String, in roomID: String, at now: Int64
  ) -> Bool {
    guard let participant = participant(participantID, in: roomID) else { return false }
    guard participant.mode != mode else { return true }
    if !mode.maySend {
      for kind in VideoSDKMedia.allCases { setMedia(kind, false, of: participantID, in: roomID, at: now) }
    }
    let id = identifiers.object()
    change(participantID, in: roomID) { participant in
      participant.mode = mode
      if let last = participant.modeHistory.indices.last { participant.modeHistory[last].interval.end = now }
      participant.modeHistory.append(.init(id: id, mode: mode, interval: VideoSDKInterval(start: now)))
    }
    announce(.mode(participantID: participantID, mode), in: roomID, at: now)
    return true
  }

  /// Somebody starts or stops speaking; only who publishes sound is heard. `level` is from 0 to 1.
  mutating func setSpeaking(
    _ isSpeaking: Bool, level: Double?, of participantID: String, in roomID: String, at now: Int64
  ) {
    change(participantID, in: roomID) { participant in
      participant.isSpeaking = isSpeaking && participant.publishes(.audio)
      participant.level = participant.isSpeaking ? level ?? participant.level : nil
    }
    reconsiderSpeaker(in: roomID, at: now)
  }

  /// The active speaker is the loudest who speaks; nobody when nobody does.
  mutating func reconsiderSpeaker(in roomID: String, at now: Int64) {
    guard let session = session(of: roomID) else { return }
    let speaking = session.inside.filter(\.isSpeaking)
    let loudest = speaking.max { left, right in
      (left.level ?? 0.5, -left.order) < (right.level ?? 0.5, -right.order)
    }
    setActiveSpeaker(loudest?.participantID, volume: loudest?.level, in: roomID, at: now)
  }

  mutating func setActiveSpeaker(_ participantID: String?, volume: Double?, in roomID: String, at now: Int64) {
    guard let session = session(of: roomID) else { return }
    guard (session.activeSpeaker, session.activeVolume) != (participantID, volume) else { return }
    sessions[session.id]?.activeSpeaker = participantID
    sessions[session.id]?.activeVolume = volume
    announce(.activeSpeaker(participantID: participantID, volume: volume), in: roomID, at: now)
  }

  mutating func change(_ participantID: String, in roomID: String, _ body: (inout VideoSDKParticipant) -> Void) {
    guard let sessionID = rooms[roomID]?.sessionID, var participant = participant(participantID, in: roomID) else {
      return
    }
    body(&participant)
    sessions[sessionID]?.participants[participantID] = participant
  }
}
