import JSONCoding
import MockKit

/// Who is connected to the media server: they come with a token of a join, and stay until they leave or are lost for long.
extension StreamTenant {
  /// The first message of a connection, read.
  struct MediaJoin: Sendable {
    let token: StreamMediaToken
    let session: String
  }

  func readJoin(_ message: [UInt8], audience: String, at now: Int64) throws(StreamMediaRefusal) -> MediaJoin {
    let frame = try Self.mediaFrame(message)
    guard frame["type"] == "JoinRequest" else {
      throw StreamMediaRefusal(.invalid, "the first message must be a JoinRequest")
    }
    let token = try StreamMediaToken(
      frame["token"]?.stringValue ?? "", secret: StreamMediaToken.secret(of: account), audience: audience, now: now)
    let session = frame["session_id"]?.stringValue ?? ""
    guard (1...64).contains(session.utf8.count) else {
      throw StreamMediaRefusal(.invalid, "session_id must be 1 to 64 bytes")
    }
    return MediaJoin(token: token, session: session)
  }

  static func mediaFrame(_ message: [UInt8]) throws(StreamMediaRefusal) -> JSONObject {
    guard case .object(let frame)? = try? JSON.parse(message, mode: .strict) else {
      throw StreamMediaRefusal(.invalid, "a message must be a JSON object")
    }
    return frame
  }

  /// The device is on the air, anew or again; it is welcomed before it hears anything else.
  mutating func joinMedia(_ join: MediaJoin, _ queue: SocketQueue, at now: Int64) throws(StreamMediaRefusal) {
    let (cid, caller) = (join.token.cid, join.token.caller)
    let call = try admitted(join, at: now)
    let known = try known(join, in: call)
    if known == nil {
      connect(try newcomer(join, call, caller, at: now), to: cid, at: now)
    }
    media[cid]?[join.session]?.queue.close(1008, "connected elsewhere")
    lost[cid]?[join.session] = nil
    guard let participant = known ?? calls[cid]?.running?.participants[join.session], let call = calls[cid] else {
      return
    }
    let connection = StreamMediaConnection(
      userID: participant.userID, queue: queue, grants: mediaGrants(participant, call))
    media[cid, default: [:]][join.session] = connection
    tell(connection, welcome(participant, call, isReconnected: known != nil))
  }

  /// The call, if its door is open for the token.
  private func admitted(_ join: MediaJoin, at now: Int64) throws(StreamMediaRefusal) -> StreamCall {
    guard let call = calls[join.token.cid], join.token.session == Self.mediaSession(call) else {
      throw StreamMediaRefusal(.callNotFound, "the session of this token is over")
    }
    do throws(StreamRefusal) { try checkJoin(join.token.caller, call, now: now) } catch {
      throw StreamMediaRefusal(error)
    }
    return call
  }

  /// The device of that id, if it is still there.
  private func known(_ join: MediaJoin, in call: StreamCall) throws(StreamMediaRefusal) -> StreamParticipant? {
    guard let participant = call.running?.participants[join.session] else { return nil }
    guard participant.userID == join.token.userID else {
      throw StreamMediaRefusal(.permissionDenied, "session_id is somebody else's")
    }
    guard participant.leftAt == nil else {
      throw StreamMediaRefusal(.participantNotFound, "this device has left: join with a new session_id")
    }
    return participant
  }

  private func newcomer(
    _ join: MediaJoin, _ call: StreamCall, _ caller: StreamCaller, at now: Int64
  ) throws(StreamMediaRefusal) -> StreamParticipant {
    if isFull(call, caller, join.token.role) { throw StreamMediaRefusal(.full, "the call is full", shouldRetry: true) }
    return StreamParticipant(
      id: join.session, userID: join.token.userID, role: join.token.role, isAnonymous: caller.userID == nil,
      isAuthorised: true, joinedAt: now)
  }

  /// Which session somebody who joins now comes into: the running one, or the next.
  static func mediaSession(_ call: StreamCall) -> String {
    let begun = call.pastSessions.count + (call.session == nil ? 0 : 1)
    return "\(call.order).\(call.running == nil ? begun + 1 : begun)"
  }

  // MARK: Going

  /// A connection ended without a goodbye: the device has some time to come back.
  mutating func loseMedia(_ session: String, _ cid: String, _ queue: SocketQueue, at now: Int64) {
    guard media[cid]?[session]?.queue === queue else { return }
    removeMedia(session, cid)
    lost[cid, default: [:]][session] = now + Int64(options.mediaGraceSeconds) * 1_000_000_000
    reconsider(cid)
  }

  mutating func leaveMedia(_ session: String, _ cid: String, at now: Int64) {
    removeMedia(session, cid)?.queue.close(1000, "")
    leave(session, from: cid, at: now, reason: nil)
  }

  /// Whoever was away for too long has left.
  mutating func giveUpLost(_ cid: String, at now: Int64) {
    for (session, deadline) in (lost[cid] ?? [:]).sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) })
    where deadline <= now {
      leave(session, from: cid, at: now, reason: nil)
    }
  }

  /// The media server sends a device away that the call is over for.
  mutating func dismissMedia(_ session: String, _ cid: String, reason: String?) {
    lost[cid]?[session] = nil
    if lost[cid]?.isEmpty == true { lost[cid] = nil }
    voices[cid]?[session] = nil
    if voices[cid]?.isEmpty == true { voices[cid] = nil }
    guard let connection = removeMedia(session, cid) else { return }
    guard let reason, LeaveReason(rawValue: reason) != nil else { return connection.queue.close(1011, "") }
    tell(connection, ["type": "CallEnded", "reason": .string(reason)])
    connection.queue.close(1000, "")
  }

  @discardableResult
  private mutating func removeMedia(_ session: String, _ cid: String) -> StreamMediaConnection? {
    let connection = media[cid]?.removeValue(forKey: session)
    if media[cid]?.isEmpty == true { media[cid] = nil }
    return connection
  }

  /// Everybody is told goodbye.
  func closeMedia() {
    for connection in media.values.flatMap(\.values) { connection.queue.close(StreamMock.passingCode, "") }
  }
}
