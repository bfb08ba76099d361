import JSONCoding

/// How people get into a room.
extension VideoSDKTenant {
  /// What keeps somebody from joining, as the vendor refuses it; nothing is changed. A token that only asks is not refused
  /// here: see `mustAsk`.
  func checkJoin(_ join: VideoSDKJoin, to roomID: String) throws(VideoSDKRefusal) {
    guard let room = rooms[roomID] else { throw .join(.invalidMeetingID, "the meeting id is invalid") }
    guard room.isOpen else { throw .join(.invalidMeetingID, "the meeting is disabled") }
    if let claims = join.claims { try check(claims, join, roomID) }
    let id = join.participantID
    guard !id.isEmpty, !id.contains(where: \.isWhitespace) else {
      throw .join(.invalidParticipantID, "the participant id must not be empty or hold white space")
    }
    let allowed = room.settings.allowedParticipantIDs
    guard allowed.isEmpty || allowed.contains(id), !room.banned.contains(id) else {
      throw .join(.unauthorizedParticipantID, "the participant is not allowed in this meeting")
    }
    try checkSpace(for: id, in: roomID)
  }

  private func check(_ claims: VideoSDKClaims, _ join: VideoSDKJoin, _ roomID: String) throws(VideoSDKRefusal) {
    guard claims.mayJoin else { throw .join(.unauthorizedRole, "the token's roles do not allow to join") }
    if let pinned = claims.roomID, pinned != roomID {
      throw .join(.unauthorizedMeetingID, "the token is not valid for this meeting")
    }
    if let pinned = claims.participantID, pinned != join.participantID {
      throw .join(.unauthorizedParticipantID, "the token is not valid for this participant")
    }
    let permissions = claims.permissions
    guard permissions.contains(.join) || permissions.contains(.ask) else {
      throw .join(.invalidPermissions, "the token has neither allow_join nor ask_join")
    }
    guard !permissions.contains(.ask) || permissions == [.ask] else {
      throw .join(.invalidPermissions, "ask_join does not go with allow_join or allow_mod")
    }
  }

  /// Whoever takes their own place needs no other.
  private func checkSpace(for id: String, in roomID: String) throws(VideoSDKRefusal) {
    guard let most = options.quotas.participants, participant(id, in: roomID) == nil else { return }
    let inside = rooms.values.reduce(0) { $0 + (session(of: $1.roomID)?.inside.count ?? 0) }
    guard inside < most else { throw .join(.mostParticipants, "the most participants are connected") }
  }

  /// Whether somebody has to be let in first.
  func mustAsk(_ join: VideoSDKJoin, in roomID: String) -> Bool {
    join.claims?.permissions.contains(.ask) == true && rooms[roomID]?.admitted.contains(join.participantID) != true
  }

  /// Takes somebody in, unconditionally: who may, and whether they were let in, is asked before. The first one opens a
  /// session; a connection of the same participant is pushed out.
  @discardableResult
  mutating func join(_ join: VideoSDKJoin, to roomID: String, at now: Int64) -> VideoSDKParticipant {
    let participantID = join.participantID
    if let former = participant(participantID, in: roomID)?.connection {
      leave(participantID, from: roomID, connection: former, reason: .duplicate, at: now)
    }
    let isFirst = rooms[roomID]?.sessionID == nil
    let sessionID = openSession(in: roomID, at: now)
    rooms[roomID]?.waiting[participantID] = nil
    rooms[roomID]?.admitted.remove(participantID)
    var participant = sessions[sessionID]?.participants[participantID] ?? newcomer(join)
    if participant.timelog.isEmpty { sessions[sessionID]?.order.append(participantID) }
    enter(&participant, join, at: now)
    sessions[sessionID]?.participants[participantID] = participant
    sessions[sessionID]?.emptySince = nil
    announce(.joined(participant), in: roomID, at: now)
    emitParticipant("participant-joined", participant, roomID, sessionID)
    for kind in VideoSDKMedia.allCases where join.publishes.contains(kind) {
      setMedia(kind, true, of: participantID, in: roomID, at: now)
    }
    if isFirst { startAutomatically(in: roomID, at: now) }
    return self.participant(participantID, in: roomID) ?? participant
  }

  private mutating func newcomer(_ join: VideoSDKJoin) -> VideoSDKParticipant {
    VideoSDKParticipant(
      id: identifiers.object(), participantID: join.participantID, name: join.name, mode: join.mode,
      peerType: join.peerType,
      isDriven: join.isDriven, order: nextRank())
  }

  private mutating func enter(_ participant: inout VideoSDKParticipant, _ join: VideoSDKJoin, at now: Int64) {
    participant.name = join.name
    participant.mode = join.mode
    participant.modeHistory.append(
      .init(id: identifiers.object(), mode: join.mode, interval: VideoSDKInterval(start: now)))
    participant.timelog.append(VideoSDKInterval(start: now))
    participant.metaData = join.metaData
    participant.peerType = join.peerType
    participant.deviceInfo = join.deviceInfo
    participant.permissions = join.claims?.permissions ?? (join.peerType == .agent ? [.join] : nil)
    participant.isDriven = join.isDriven
    participant.connection = identifiers.object()
    participant.leaveReason = nil
  }
}
