import JSONCoding

extension VideoSDKTenant {
  /// Does what an authenticated request asks; the document of the answer. What throws has changed nothing.
  mutating func perform(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    switch input.operation {
    case .createRoom, .listRooms, .getRoom, .validateRoom, .deactivateRoom, .toggleRoom: try performOnRooms(input)
    case .listSessions, .getSession, .listParticipants, .activeParticipants, .getParticipant, .endSession,
      .removeParticipant, .sessionStats, .participantStats:
      try performOnSessions(input)
    case .startRecording, .stopRecording, .listRecordings, .getRecording, .deleteRecording:
      try performOnRecordings(input)
    case .startParticipantRecording, .stopParticipantRecording, .listParticipantRecordings, .getParticipantRecording,
      .deleteParticipantRecording, .startTrackRecording, .stopTrackRecording, .listTrackRecordings, .getTrackRecording,
      .deleteTrackRecording:
      try performOnParts(input)
    case .startCompositeRecording, .stopCompositeRecording, .mergeRecordings, .listMerges, .getMerge:
      try performOnComposites(input)
    case .startHLS, .stopHLS, .listHLS, .getHLS, .activeHLS, .deleteHLS, .captureHLS: try performOnHLS(input)
    case .startLivestream, .stopLivestream, .listLivestreams, .getLivestream: try performOnLivestreams(input)
    case .startTranscription, .stopTranscription, .listTranscriptions, .getTranscription, .listTranscripts,
      .getTranscript:
      try performOnTranscriptions(input)
    case .dispatchAgent: try dispatchAgent(input)
    // Answered by the mock itself, since neither is a document of an account.
    case .getPublicKey, .publishWHIP, .endWHIP: throw .missing("Not Found")
    }
  }
}
