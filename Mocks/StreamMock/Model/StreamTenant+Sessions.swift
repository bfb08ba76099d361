import JSONCoding
import MockKit

/// What happens on the media side: people come and go, sessions begin and end.
extension StreamTenant {
  /// Why a participant left, in the media server's words.
  enum LeaveReason: String {
    case ended = "ENDED"
    case liveEnded = "LIVE_ENDED"
    case kicked = "KICKED"
    case sessionEnded = "SESSION_ENDED"
  }

  /// A device is on the air; the first one opens a session.
  mutating func connect(_ participant: StreamParticipant, to cid: String, at now: Int64) {
    guard var call = calls[cid] else { return }
    let isFirst = call.running == nil
    if isFirst { open(&call, at: now) }
    call.session?.participants[participant.id] = participant
    call.session?.order.append(participant.id)
    call.session?.emptySince = nil
    calls[cid] = call
    reconsider(cid)
    if !participant.isAnonymous {
      tellMedia(
        cid, ["type": "ParticipantJoined", "call_cid": .string(cid), "participant": mediaDocument(participant, call)])
    }
    if isFirst { emitCall("call.session_started", call, at: now, ["session_id": .string(call.session?.id ?? "")]) }
    if !participant.isAnonymous { announce("call.session_participant_joined", participant, cid, at: now) }
    announceCounts(cid, at: now)
    if isFirst { beginAutomatically(cid, at: now) }
  }

  private mutating func open(_ call: inout StreamCall, at now: Int64) {
    if let last = call.session { call.pastSessions.append(last) }
    if !options.userGrantsSurviveSessions {
      call.granted = [:]
      call.revoked = [:]
    }
    var session = StreamSession(id: identifiers.uuid(), startedAt: now)
    if !call.backstage { session.liveStartedAt = now }
    session.timerEndsAt = Self.timerEnd(call, startedAt: now)
    call.session = session
  }

  /// When the longest duration is over; zero means no limit.
  static func timerEnd(_ call: StreamCall, startedAt: Int64) -> Int64? {
    guard let seconds = call.seconds("limits", "max_duration_seconds"), seconds > 0 else { return nil }
    return startedAt + seconds * 1_000_000_000
  }

  /// Everybody for whom `condition` holds leaves.
  mutating func disconnect(
    from cid: String, at now: Int64, reason: String?, where condition: (StreamParticipant) -> Bool
  ) {
    for participant in calls[cid]?.running?.connected.filter(condition) ?? [] {
      leave(participant.id, from: cid, at: now, reason: reason)
    }
  }

  mutating func leave(_ id: String, from cid: String, at now: Int64, reason: String?) {
    guard var participant = calls[cid]?.running?.participants[id], participant.leftAt == nil else { return }
    participant.leftAt = now
    participant.leftReason = reason
    participant.publishesAudio = false
    participant.publishesVideo = false
    participant.publishesScreen = false
    participant.isSpeaking = false
    participant.level = 0
    calls[cid]?.session?.participants[id] = participant
    if calls[cid]?.running?.connected.isEmpty == true { calls[cid]?.session?.emptySince = now }
    dismissMedia(id, cid, reason: reason)
    reconsider(cid)
    if !participant.isAnonymous {
      tellMediaLeft(participant, cid, reason)
      var extra: JSONObject = ["duration_seconds": .integer((now - participant.joinedAt) / 1_000_000_000)]
      if let reason { extra["reason"] = .string(reason) }
      announce("call.session_participant_left", participant, cid, at: now, extra)
    }
    announceCounts(cid, at: now)
  }

  /// The call is over: everybody leaves and the session ends with it.
  mutating func end(_ cid: String, by userID: String?, at now: Int64) {
    guard var call = calls[cid], call.endedAt == nil else { return }
    call.endedAt = now
    call.updatedAt = now
    calls[cid] = call
    var extra: JSONObject = ["members": documents(call.members, .hook)]
    if let userID { extra["user"] = userDocument(userID, .hook) }
    emitCall("call.ended", call, at: now, extra)
    disconnect(from: cid, at: now, reason: LeaveReason.ended.rawValue) { _ in true }
    endSession(cid, at: now)
  }

  mutating func endSession(_ cid: String, at now: Int64) {
    guard let session = calls[cid]?.running else { return }
    disconnect(from: cid, at: now, reason: LeaveReason.sessionEnded.rawValue) { _ in true }
    calls[cid]?.session?.endedAt = now
    calls[cid]?.session?.reportAt = now + Int64(options.statsReportAfterSeconds) * 1_000_000_000
    reconsider(cid)
    guard let call = calls[cid] else { return }
    emitCall("call.session_ended", call, at: now, ["session_id": .string(session.id)])
    endEgress(cid, at: now)
  }

  private mutating func announce(
    _ type: String, _ participant: StreamParticipant, _ cid: String, at now: Int64, _ extra: JSONObject = [:]
  ) {
    var members: JSONObject = [
      "session_id": .string(calls[cid]?.session?.id ?? ""), "participant": document(participant, .hook),
    ]
    for (key, value) in extra.pairs { members[key] = value }
    emit(type, cid, at: now, members)
  }

  private mutating func announceCounts(_ cid: String, at now: Int64) {
    guard let session = calls[cid]?.session else { return }
    let connected = session.connected
    emit(
      "call.session_participant_count_updated", cid, at: now,
      [
        "session_id": .string(session.id), "participants_count_by_role": countsByRole(connected),
        "anonymous_participant_count": .int(connected.count(where: \.isAnonymous)),
      ])
  }
}
