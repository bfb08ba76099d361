extension MeetingEventListener {
  public func onMeetingJoined() {}
  public func onMeetingJoined(switchMeetingId: String) {}
  public func onMeetingLeft() {}
  public func onMeetingLeft(reason: LeaveReason) {}
  public func onMeetingStateChanged(meetingState: MeetingState) {}
  public func onError(error: VideoSDKError) {}
  public func onSocketError(message: String) {}

  public func onParticipantJoined(_ participant: Participant) {}
  public func onParticipantLeft(_ participant: Participant) {}
  public func onParticipantLeft(_ participant: Participant, reason: LeaveReason) {}
  public func onParticipantChanged(_ participant: Participant) {}
  public func onSpeakerChanged(participantId: String?) {}
  public func onParticipantModeChanged(participantId: String, mode: MeetingMode) {}
  public func onPinStateChanged(participantId: String, pinType: String) {}
  public func onPresenterChanged(activePresenterId: String?) {}

  public func onMicRequested(participantId: String?, accept: @escaping () -> Void, reject: @escaping () -> Void) {}
  public func onWebcamRequested(participantId: String?, accept: @escaping () -> Void, reject: @escaping () -> Void) {}
  public func onEntryRequested(id: String, name: String, allow: @escaping () -> Void, deny: @escaping () -> Void) {}
  public func onEntryResponded(id: String, decision: String) {}

  public func onRecordingStarted() {}
  public func onRecordingStopped() {}
  public func onRecordingStoppped() {}
  public func onRecordingStateChanged(state: ActivityState) {}
  public func onLivestreamStarted() {}
  public func onLivestreamStopped() {}
  public func onLivestreamStateChanged(state: ActivityState) {}
  public func onHlsStateChanged(state: ActivityState, hlsUrl: HLSUrl?) {}
  public func onTranscriptionStateChanged(state: ActivityState) {}
  public func onTranscriptionText(_ text: TranscriptionText) {}
  public func onWhiteboardStarted(url: String) {}
  public func onWhiteboardStopped() {}

  public func onMediaRelayRequestReceived(participantId: String, meetingId: String, displayName: String) {}
  public func onMediaRelayRequestResponse(participantId: String, decision: String) {}
  public func onMediaRelayStarted(meetingId: String) {}
  public func onMediaRelayStopped(meetingId: String, reason: String) {}
  public func onMediaRelayError(meetingId: String, error: String) {}
  public func onMediaRealyError(meetingId: String, error: String) {}

  public func onMicChanged(selectedDevice: String) {}
  public func onExternalCallRinging(callType: String) {}
  public func onExternalCallAnswered(callType: String) {}
  public func onExternalCallRejected(callType: String) {}
  public func onExternalCallHangup(callType: String) {}
  public func onPausedAllStreams(kind: String) {}
  public func onResumedAllStreams(kind: String) {}
  public func onQualityLimitation(type: String, state: String, timestamp: String) {}
  public func onCodecChanged(info: String) {}
}
