import HTTPTypes

/// What a handshake says: who wants into which room, how, and with which token.
struct VideoSDKTicket: Sendable {
  let roomID: String
  let peerID: String
  let token: String
  let mode: VideoSDKMode
  let peerType: VideoSDKParticipant.PeerType

  /// The account (API key) that the token claims to be of.
  var account: String { VideoSDKToken.apiKey(token) ?? "" }

  /// Throws the refusal that names what is missing.
  init(_ query: QueryParameters) throws(VideoSDKRefusal) {
    guard let roomID = query["roomId"], !roomID.isEmpty else {
      throw .join(.invalidMeetingID, "roomId is missing")
    }
    guard let peerID = query["peerId"], !peerID.isEmpty else {
      throw .join(.invalidParticipantID, "peerId is missing")
    }
    guard let token = query["secret"], !token.isEmpty else { throw .token(.invalidToken, "secret is missing") }
    guard let mode = VideoSDKMode(named: query["mode"] ?? VideoSDKMode.sendAndReceive.rawValue) else {
      throw .invalid("mode", "must be SEND_AND_RECV, RECV_ONLY or SIGNALLING_ONLY")
    }
    guard let peerType = VideoSDKParticipant.PeerType(rawValue: query["peerType"] ?? "normal") else {
      throw .invalid("peerType", "must be normal or agent")
    }
    self.roomID = roomID
    self.peerID = peerID
    self.token = token
    self.mode = mode
    self.peerType = peerType
  }
}
