import HTTPTypes
import JSONCoding
import MockKit

extension VideoSDKTenant {
  /// Takes a publisher in; the answer to its offer, and where it is ended.
  mutating func publish(
    _ offer: SessionDescription, _ claims: VideoSDKClaims, _ query: QueryParameters, at now: Int64
  ) throws(VideoSDKRefusal) -> HTTPResponse {
    guard let roomID = query["roomId"], !roomID.isEmpty else { throw .invalid("roomId", "is required") }
    let id = query["participantId"] ?? claims.participantID ?? identifiers.participant()
    var join = VideoSDKJoin(participantID: id, name: query["displayName"] ?? id, claims: claims, isDriven: true)
    try checkJoin(join, to: roomID)
    guard !mustAsk(join, in: roomID) else { throw .join(.invalidPermissions, "allow_join is needed") }
    for media in offer.media where media.isSent {
      if media.kind == "audio" { join.publishes.insert(.audio) }
      if media.kind == "video" { join.publishes.insert(.video) }
    }
    guard !join.publishes.isEmpty else { throw VideoSDKRefusal(400, "the offer sends nothing") }
    let participant = self.join(join, to: roomID, at: now)
    let connection = participant.connection ?? ""
    let answer = SessionAnswer(offer: offer, random: identifiers.bytes(32)).text
    return HTTPResponse(
      status: options.whipStatus,
      fields: [
        "Content-Type": "application/sdp",
        "Location": "/v2/whip/sessions/\(connection)?participantId=\(PercentEncoding.encode(id))",
      ], body: .bytes(Array(answer.utf8)))
  }

  /// A publisher goes, by its connection and its id.
  mutating func endPublishing(
    _ connection: String, _ claims: VideoSDKClaims, _ participantID: String?, at now: Int64
  ) throws(VideoSDKRefusal) {
    for session in sessions.values where session.isOngoing {
      guard let found = session.inside.first(where: { $0.connection == connection }) else { continue }
      guard participantID ?? found.participantID == found.participantID else { break }
      guard claims.roomID ?? session.roomID == session.roomID else {
        throw .token(.invalidToken, "Token is not valid for this room")
      }
      leave(found.participantID, from: session.roomID, connection: connection, reason: .left, at: now)
      return
    }
    throw .missing("Session not found")
  }
}
