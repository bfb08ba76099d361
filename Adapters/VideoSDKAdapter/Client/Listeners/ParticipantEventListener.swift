/// Hears what one participant publishes. Every method has an empty body by default. Called where the meeting's listeners are,
/// and kept as they are.
public protocol ParticipantEventListener: AnyObject {
  /// Something of theirs can be heard or seen.
  func onStreamEnabled(_ stream: MediaStream, forParticipant participant: Participant)
  /// It is over, by their doing or a moderator's.
  func onStreamDisabled(_ stream: MediaStream, forParticipant participant: Participant)
  /// They switched a microphone or a camera, whether or not anything of it comes here. `kind` is `audio` or `video`.
  func onMediaStatusChanged(peerId: String, kind: String, newStatus: Bool)
  func onStreamPaused(kind: String, reason: String)
  func onStreamResumed(kind: String, reason: String)
  func onAgentStateChanged(state: String)
  func onAgentTranscriptionReceived(_ text: TranscriptionText)
  /// Never called here: nothing is encrypted end to end, for nothing is sent.
  func e2eeStateChanged(state: String)
}

extension ParticipantEventListener {
  public func onStreamEnabled(_ stream: MediaStream, forParticipant participant: Participant) {}
  public func onStreamDisabled(_ stream: MediaStream, forParticipant participant: Participant) {}
  public func onMediaStatusChanged(peerId: String, kind: String, newStatus: Bool) {}
  public func onStreamPaused(kind: String, reason: String) {}
  public func onStreamResumed(kind: String, reason: String) {}
  public func onAgentStateChanged(state: String) {}
  public func onAgentTranscriptionReceived(_ text: TranscriptionText) {}
  public func e2eeStateChanged(state: String) {}
}
