import JSONCoding
import MockKit

/// How people get out of a room.
extension VideoSDKTenant {
  /// A connection of a participant has gone. Nothing happens where that connection is no longer the participant's, so that
  /// whoever was pushed out by a second join takes nobody along.
  mutating func leave(
    _ participantID: String, from roomID: String, connection: String, reason: VideoSDKLeaveReason, at now: Int64
  ) {
    guard let participant = participant(participantID, in: roomID), participant.connection == connection else { return }
    depart(participantID, from: roomID, reason: reason, at: now)
    announce(.left(participantID: participantID, connection: connection, reason), in: roomID, at: now)
    if reason != .duplicate { noticeEmptiness(of: roomID, at: now) }
  }

  /// Throws somebody out; false when they are not in.
  mutating func remove(
    _ participantID: String, from roomID: String, reason: VideoSDKLeaveReason, at now: Int64
  ) -> Bool {
    guard let connection = participant(participantID, in: roomID)?.connection else { return false }
    leave(participantID, from: roomID, connection: connection, reason: reason, at: now)
    if options.removalBlocksRejoin { rooms[roomID]?.banned.insert(participantID) }
    return true
  }

  /// Everything that ends with a connection but the news of it.
  mutating func depart(
    _ participantID: String, from roomID: String, reason: VideoSDKLeaveReason, at now: Int64
  ) {
    guard let sessionID = rooms[roomID]?.sessionID, var participant = participant(participantID, in: roomID) else {
      return
    }
    let wasHeard = participant.isSpeaking || sessions[sessionID]?.activeSpeaker == participantID
    for kind in VideoSDKMedia.allCases { participant.media[kind]?.close(at: now) }
    participant.timelog.close(at: now)
    if let last = participant.modeHistory.indices.last { participant.modeHistory[last].interval.end = now }
    participant.connection = nil
    participant.leaveReason = reason
    participant.isSpeaking = false
    participant.level = nil
    sessions[sessionID]?.participants[participantID] = participant
    stopEgress(in: roomID, at: now) { $0.participantID == participantID }
    if wasHeard { reconsiderSpeaker(in: roomID, at: now) }
    emitParticipant("participant-left", participant, roomID, sessionID)
    if participant.peerType == .agent { agentLeft(participantID, roomID, reason, at: now) }
  }

  /// Whoever is the last takes the agents along; then the session waits a while for somebody to come back.
  private mutating func noticeEmptiness(of roomID: String, at now: Int64) {
    guard let session = session(of: roomID), !isKeptAlive(session) else { return }
    for agent in session.inside {
      depart(agent.participantID, from: roomID, reason: .unknown, at: now)
      let connection = agent.connection ?? ""
      announce(.left(participantID: agent.participantID, connection: connection, .unknown), in: roomID, at: now)
    }
    sessions[session.id]?.emptySince = now
    agenda.add(
      .sessionEmpty(sessionID: session.id, since: now), at: now + seconds(options.sessionEndsAfterSeconds))
  }

  /// Whether anybody is in who counts.
  func isKeptAlive(_ session: VideoSDKSession) -> Bool {
    session.participants.values.contains { participant in
      participant.isInside && (participant.peerType == .normal || !options.agentsLeaveWithLastPerson)
    }
  }

  mutating func emitParticipant(
    _ type: String, _ participant: VideoSDKParticipant, _ roomID: String, _ sessionID: String
  ) {
    emit(
      type, roomID,
      [
        "meetingId": .string(roomID), "sessionId": .string(sessionID),
        "participantId": .string(participant.participantID), "participantName": .string(participant.name),
      ])
  }
}
