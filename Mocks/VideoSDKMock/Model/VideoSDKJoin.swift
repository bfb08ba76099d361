import JSONCoding

/// What somebody brings who joins a room.
struct VideoSDKJoin: Sendable {
  let participantID: String
  var name: String
  var mode = VideoSDKMode.sendAndReceive
  var peerType = VideoSDKParticipant.PeerType.normal
  var metaData: JSON?
  var deviceInfo: JSON?
  /// What is published from the start.
  var publishes: Set<VideoSDKMedia> = []
  /// The claims of the token; nil for a device of the control plane's that is let in unasked.
  var claims: VideoSDKClaims?
  /// Has no socket of its own: a device of the control plane's, or the vendor's agent.
  var isDriven = false

  init(participantID: String, name: String, claims: VideoSDKClaims? = nil, isDriven: Bool = false) {
    self.participantID = participantID
    self.name = name
    self.claims = claims
    self.isDriven = isDriven
  }
}
