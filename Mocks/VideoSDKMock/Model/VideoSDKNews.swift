/// Something that happened in a room, for whoever is connected to it. The signalling makes frames of it.
enum VideoSDKNews: Sendable, Equatable {
  /// Somebody came; everybody else hears of it.
  case joined(VideoSDKParticipant)
  /// Somebody went; the connection named is to be closed where the reason is not its own doing.
  case left(participantID: String, connection: String, VideoSDKLeaveReason)
  /// The session is over: every connection is to be closed. Nobody's leaving is told by itself.
  case closed(VideoSDKLeaveReason, connections: [String])
  case media(participantID: String, VideoSDKMedia, isOn: Bool)
  case mode(participantID: String, VideoSDKMode)
  /// nil = nobody speaks any more.
  case activeSpeaker(participantID: String?, volume: Double?)
  /// A recording of the whole room, a broadcast or a transcription changed its state.
  case egress(VideoSDKEgress)
  /// Whether what HLS sends can be watched.
  case playable(VideoSDKEgress, Bool)
  /// Something running stopped by itself, by the client's code of it.
  case failed(code: Int, String)
  case caption(VideoSDKCaption)
  case message(VideoSDKMessage)
  /// Somebody waits to be let in; those hear it who may decide.
  case entryRequested(participantID: String, name: String)
  /// What was decided: `allowed` or `denied`; the waiting one hears it, too.
  case entryResponded(participantID: String, decision: String)
}
