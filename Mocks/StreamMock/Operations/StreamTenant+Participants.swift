import HTTPTypes
import JSONCoding
import MockKit

extension StreamTenant {
  func queryParticipants(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let call = try call(input, requiring: "read-call")
    let limit = try input.count("limit", within: 0...100) ?? 100
    let query = try StreamQuery(input.body, fields: StreamQueryFields.participants, sorts: [])
    let connected = call.running?.connected.filter { !$0.isAnonymous } ?? []
    let found = connected.reversed().filter { query.accepts(record($0)) }
    var answer = stateDocument(call, input)
    answer["participants"] = .array(found.prefix(limit).map { document($0, input.view) })
    answer["total_participants"] = .int(found.count)
    return answer
  }

  private func record(_ participant: StreamParticipant) -> JSONObject {
    let muted = !options.publishedTracksMeansUnmuted
    var tracks: [String] = []
    if participant.publishesAudio || muted && participant.hasAudioTrack { tracks.append("audio") }
    if participant.publishesVideo || muted && participant.hasVideoTrack { tracks.append("video") }
    return ["user_id": .string(participant.userID), "published_tracks": .strings(tracks)]
  }

  func participantSessions(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let call = try call(input, requiring: "read-call")
    let id = input.parameters["session"] ?? ""
    guard let session = (call.pastSessions + [call.session].compactMap(\.self)).first(where: { $0.id == id }) else {
      throw .missing("Can't find session with id \(id)")
    }
    let limit = try input.count("limit", within: 0...100) ?? 25
    let all = session.order.compactMap { session.participants[$0] }.filter { !$0.isAnonymous }
    let start = try StreamCursor.offset(input.query["next"] ?? input.query["prev"])
    let rows = all.reversed().dropFirst(start).prefix(limit)
    return [
      "call_type": .string(call.type), "call_id": .string(call.id), "call_session_id": .string(id),
      "participants_sessions": .array(rows.map { details($0, input) }), "session": document(session, input.view),
      "total_participant_sessions": .int(all.count),
      "total_participant_duration": .integer(all.reduce(0) { $0 + seconds($1, input.now) }),
      "next": start + limit < all.count ? .string(StreamCursor.text(start + limit)) : .null,
      "prev": start > 0 ? .string(StreamCursor.text(max(0, start - limit))) : .null, "duration": 1,
    ]
  }

  private func details(_ participant: StreamParticipant, _ input: StreamInput) -> JSON {
    [
      "user_id": .string(participant.userID), "user_session_id": .string(participant.id),
      "roles": [.string(participant.role)], "publisher_type": "webrtc",
      "joined_at": input.view.time(participant.joinedAt), "left_at": input.view.time(participant.leftAt),
      "duration_in_seconds": .integer(seconds(participant, input.now)),
    ]
  }

  private func seconds(_ participant: StreamParticipant, _ now: Int64) -> Int64 {
    ((participant.leftAt ?? now) - participant.joinedAt) / 1_000_000_000
  }
}
