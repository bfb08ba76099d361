import JSONCoding
import MockKit

/// Sessions begin with the first who joins, and end.
extension VideoSDKTenant {
  /// The session id that somebody on the way in is told: the running one's, or the one that the first join will open.
  mutating func promisedSessionID(in roomID: String) -> String {
    if let id = rooms[roomID]?.sessionID { return id }
    if let id = rooms[roomID]?.promisedSessionID { return id }
    let id = identifiers.object()
    rooms[roomID]?.promisedSessionID = id
    return id
  }

  /// The running session's id; a new one's when none runs.
  mutating func openSession(in roomID: String, at now: Int64) -> String {
    let id = promisedSessionID(in: roomID)
    guard rooms[roomID]?.sessionID == nil else { return id }
    rooms[roomID]?.promisedSessionID = nil
    rooms[roomID]?.sessionID = id
    sessions[id] = VideoSDKSession(id: id, roomID: roomID, startedAt: now, rank: nextRank())
    emit("session-started", roomID, sessionData(id))
    let minutes = rooms[roomID]?.settings.autoClose?.minutes ?? options.defaultAutoCloseMinutes
    if let minutes { agenda.add(.autoClose(sessionID: id), at: now + Int64(minutes) * 60_000_000_000) }
    return id
  }

  /// Asks for a session's end, which comes a moment later; false when none runs.
  mutating func askToEnd(_ roomID: String, reason: VideoSDKLeaveReason, at now: Int64) -> Bool {
    guard let session = session(of: roomID) else { return false }
    if session.endReason == nil {
      sessions[session.id]?.endReason = reason
      agenda.add(.sessionEnds(sessionID: session.id), at: now + seconds(options.endTakesSeconds))
    }
    return true
  }

  /// The session is over: everybody is out, what runs is stopped.
  mutating func endSession(of roomID: String, reason: VideoSDKLeaveReason, at now: Int64) {
    guard let session = session(of: roomID) else { return }
    let inside = session.inside
    for participant in inside { depart(participant.participantID, from: roomID, reason: reason, at: now) }
    stopEgress(in: roomID, at: now) { _ in true }
    announce(.closed(reason, connections: inside.compactMap(\.connection)), in: roomID, at: now)
    sessions[session.id]?.endedAt = now
    sessions[session.id]?.messages = [:]
    rooms[roomID]?.sessionID = nil
    rooms[roomID]?.waiting = [:]
    rooms[roomID]?.admitted = []
    var data = sessionData(session.id)
    if options.namesEndReason { data["reason"] = .string(reason.text) }
    emit("session-ended", roomID, data)
  }

  /// The longest duration is over.
  mutating func closeAutomatically(_ roomID: String, at now: Int64) {
    let type = rooms[roomID]?.settings.autoClose?.type
    endSession(of: roomID, reason: .roomClosed, at: now)
    if type == .deactivate { deactivate(roomID, at: now) }
  }

  mutating func deactivate(_ roomID: String, at now: Int64) {
    rooms[roomID]?.isDisabled = true
    rooms[roomID]?.isDeactivated = true
    rooms[roomID]?.updatedAt = now
    if options.deactivationEndsSession { _ = askToEnd(roomID, reason: .endedByAPI, at: now) }
  }

  private func sessionData(_ id: String) -> JSONObject {
    guard let session = sessions[id] else { return [:] }
    var data: JSONObject = [
      "meetingId": .string(session.roomID), "sessionId": .string(id),
      "start": VideoSDKTime.hook(session.startedAt),
    ]
    if let end = session.endedAt { data["end"] = VideoSDKTime.hook(end) }
    return data
  }
}
