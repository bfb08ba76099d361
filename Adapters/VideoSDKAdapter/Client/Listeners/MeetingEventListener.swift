/// Hears what happens in a meeting. Every method has an empty body by default, so that one with a wrong name or label compiles
/// and is never called: the names are the vendor's (its SDK for iOS, 2.2.6 and 3.1.0), with both spellings where they differ.
///
/// Called on the meeting's `CallbackExecutor`, one after the other. Listeners are not kept alive; they may add and remove
/// listeners at any time, also from within a call.
public protocol MeetingEventListener: AnyObject {
  // MARK: The meeting

  /// The meeting is joined. Once per `join()`: not again after the connection was made anew.
  func onMeetingJoined()
  /// Joined after a switch from another meeting. Never called here: meetings are not switched.
  func onMeetingJoined(switchMeetingId: String)
  /// The meeting is over for this participant, whatever the reason. Nothing is left of the connection.
  func onMeetingLeft()
  /// The same, with the reason; called behind the other.
  func onMeetingLeft(reason: LeaveReason)
  func onMeetingStateChanged(meetingState: MeetingState)
  /// Something went wrong, or was refused.
  func onError(error: VideoSDKError)
  /// The connection broke; it is made anew where that may help.
  func onSocketError(message: String)

  // MARK: People

  /// Somebody else is there: arriving, or there already when the meeting was joined.
  func onParticipantJoined(_ participant: Participant)
  /// Somebody else is gone. Their listeners are forgotten afterwards.
  func onParticipantLeft(_ participant: Participant)
  /// The same, with the reason; called behind the other.
  func onParticipantLeft(_ participant: Participant, reason: LeaveReason)
  /// Somebody's mode, name or media changed; behind the call that says what. An addition of this client's: the vendor's SDK has
  /// no such method, though its tutorial names it.
  func onParticipantChanged(_ participant: Participant)
  /// Who speaks; nil = nobody. Also of oneself.
  func onSpeakerChanged(participantId: String?)
  /// Also of oneself.
  func onParticipantModeChanged(participantId: String, mode: MeetingMode)
  func onPinStateChanged(participantId: String, pinType: String)
  func onPresenterChanged(activePresenterId: String?)

  // MARK: Requests

  /// Somebody asks this participant to unmute: call one of the two, at any time. Doing nothing is a refusal of which nobody is
  /// told.
  func onMicRequested(participantId: String?, accept: @escaping () -> Void, reject: @escaping () -> Void)
  /// Somebody asks this participant to switch the camera on; as with the microphone.
  func onWebcamRequested(participantId: String?, accept: @escaping () -> Void, reject: @escaping () -> Void)
  /// Somebody waits to be let in: call one of the two.
  func onEntryRequested(id: String, name: String, allow: @escaping () -> Void, deny: @escaping () -> Void)
  /// What was decided of somebody who waited: `allowed` or `denied`.
  func onEntryResponded(id: String, decision: String)

  // MARK: What runs for everybody

  func onRecordingStarted()
  func onRecordingStopped()
  /// `onRecordingStopped` as SDKs before 3 spell it. Both are called.
  func onRecordingStoppped()
  func onRecordingStateChanged(state: ActivityState)
  func onLivestreamStarted()
  func onLivestreamStopped()
  func onLivestreamStateChanged(state: ActivityState)
  func onHlsStateChanged(state: ActivityState, hlsUrl: HLSUrl?)
  func onTranscriptionStateChanged(state: ActivityState)
  func onTranscriptionText(_ text: TranscriptionText)
  func onWhiteboardStarted(url: String)
  func onWhiteboardStopped()

  // MARK: Media of other meetings

  func onMediaRelayRequestReceived(participantId: String, meetingId: String, displayName: String)
  func onMediaRelayRequestResponse(participantId: String, decision: String)
  func onMediaRelayStarted(meetingId: String)
  func onMediaRelayStopped(meetingId: String, reason: String)
  func onMediaRelayError(meetingId: String, error: String)
  /// `onMediaRelayError` as SDKs before 3 spell it. Both are called.
  func onMediaRealyError(meetingId: String, error: String)

  // MARK: The device. Never called here: there is none, and no sound or picture.

  func onMicChanged(selectedDevice: String)
  func onExternalCallRinging(callType: String)
  func onExternalCallAnswered(callType: String)
  func onExternalCallRejected(callType: String)
  func onExternalCallHangup(callType: String)
  func onPausedAllStreams(kind: String)
  func onResumedAllStreams(kind: String)
  func onQualityLimitation(type: String, state: String, timestamp: String)
  func onCodecChanged(info: String)
}
