import JSONCoding
import MockKit

extension VideoSDKTenant {
  mutating func performOnSessions(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    switch input.operation {
    case .listSessions: try listSessions(input)
    case .listParticipants: try listParticipants(input)
    case .activeParticipants: try activeParticipants(input)
    case .getParticipant: .object(fullDocument(try participant(input)))
    case .endSession: try endSession(input)
    case .removeParticipant: try removeParticipant(input)
    case .sessionStats: stats(of: try session(input.path("session"), input), nil, at: input.now)
    case .participantStats:
      stats(of: try session(input.path("session"), input), try participant(input), at: input.now)
    default: fullDocument(try session(input.path("session"), input), input.base, at: input.now)
    }
  }

  /// A session by its id, whose room the token must be good for.
  private func session(_ id: String, _ input: VideoSDKInput) throws(VideoSDKRefusal) -> VideoSDKSession {
    guard let session = sessions[id] else { throw .missing("Session not found") }
    try authorise(session.roomID, input)
    return session
  }

  private func participant(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> VideoSDKParticipant {
    guard let found = try session(input.path("session"), input).participants[input.path("participant")] else {
      throw .missing("Participant not found")
    }
    return found
  }

  /// Newest first.
  private func listSessions(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    let (status, user) = (input.asked("status"), input.asked("userId"))
    guard status == nil || ["ongoing", "ended"].contains(status) else {
      throw .invalid("status", "must be ongoing or ended")
    }
    let (from, to) = (try input.time("startDate"), try input.time("endDate"))
    let text = input.asked("query")
    let found = sessions.values.filter { session in
      isOfRoom(session, input) && (status == nil || (status == "ongoing") == session.isOngoing)
        && session.startedAt >= from ?? .min && session.startedAt <= to ?? .max && (user == nil || user == userID)
        && (text.map { mentions($0, session) } ?? true)
    }
    let page = try VideoSDKPage(found.sorted { $0.rank > $1.rank }, input, options)
    return page.document { .object(document($0, input.base)) }
  }

  private func isOfRoom(_ session: VideoSDKSession, _ input: VideoSDKInput) -> Bool {
    if let pinned = input.claims.roomID, pinned != session.roomID { return false }
    if let id = input.asked("roomId"), id != session.roomID { return false }
    guard let custom = input.asked("customRoomId") else { return true }
    return rooms[session.roomID]?.customRoomID == custom
  }

  private func mentions(_ text: String, _ session: VideoSDKSession) -> Bool {
    session.id == text || session.roomID.contains(text)
      || rooms[session.roomID]?.customRoomID?.contains(text) ?? false
  }

  /// `data` is an object here, and the people are in it.
  private func listParticipants(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    let session = try session(input.path("session"), input)
    let page = try VideoSDKPage(session.all, input, options)
    return [
      "pageInfo": page.info,
      "data": [
        "id": .string(session.id), "roomId": .string(session.roomID),
        "customRoomId": .text(rooms[session.roomID]?.customRoomID),
        "participants": .array(page.rows.map { .object(document($0)) }), "links": links(session, input.base),
      ],
    ]
  }

  /// `data` is a list with the session as its one row; a session that is over has none.
  private func activeParticipants(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    let session = try session(input.path("session"), input)
    let page = try VideoSDKPage(session.inside, input, options)
    let rows: [JSON] = session.isOngoing ? [activeDocument(session, page.rows, input.base)] : []
    return ["pageInfo": page.info, "data": .array(rows)]
  }

  /// Answers before it happens: the session shows as ongoing.
  private mutating func endSession(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    if options.refusesUnknownFields { try input.body.allow(["roomId", "sessionId"]) }
    let room = try room(try input.body.required("roomId"), input)
    let session = try running(in: room)
    if let id = try input.body.string("sessionId"), id != session.id {
      throw VideoSDKRefusal(options.noSessionStatus, "No active session found")
    }
    let before = document(session, input.base)
    _ = askToEnd(room.roomID, reason: .endedByAPI, at: input.now)
    return .object(before)
  }

  /// The running session of a room, which most of what happens to people needs.
  func running(in room: VideoSDKRoom) throws(VideoSDKRefusal) -> VideoSDKSession {
    guard let session = session(of: room.roomID) else {
      throw VideoSDKRefusal(options.noSessionStatus, "No active session found")
    }
    return session
  }

  private mutating func removeParticipant(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    if options.refusesUnknownFields { try input.body.allow(["participantId", "roomId", "sessionId"]) }
    let id = try input.body.required("participantId")
    let session = try removalSession(input)
    let isRemoved = remove(id, from: session.roomID, reason: .removedByAPI, at: input.now)
    guard isRemoved || !options.refusesRemovalOfAbsent else { throw .missing("Participant not found") }
    if options.removalAnswersText { return "Participant removed successfully" }
    return .object(document(sessions[session.id] ?? session, input.base))
  }

  private func removalSession(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> VideoSDKSession {
    guard let id = try input.body.string("sessionId"), !id.isEmpty else {
      return try running(in: try room(try input.body.required("roomId"), input))
    }
    let session = try session(id, input)
    guard session.isOngoing else { throw VideoSDKRefusal(options.noSessionStatus, "No active session found") }
    return session
  }
}
