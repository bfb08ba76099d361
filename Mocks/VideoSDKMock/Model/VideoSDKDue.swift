/// What may happen by itself when its time has come.
enum VideoSDKDue: Sendable, Equatable {
  /// Nobody has been in the session since then.
  case sessionEmpty(sessionID: String, since: Int64)
  /// What was asked for a moment ago comes true.
  case sessionEnds(sessionID: String)
  /// The longest duration is over.
  case autoClose(sessionID: String)
  /// A recording, broadcast or transcription goes on from this state.
  case egress(id: String, from: VideoSDKEgress.State)
  /// HLS can be watched.
  case playable(egressID: String)
  /// The longest time something may run is over.
  case egressLimit(id: String)
  case agentJoins(id: String)
  case merged(id: String)
  case transcribed(id: String)
  /// A connection that should have ended by itself is closed.
  case socketCloses(id: String)
}
