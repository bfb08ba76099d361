import MockKit

/// Where the operations are reached.
enum VideoSDKRoutes {
  static let paths: [(method: String, path: String, operation: VideoSDKOperation)] =
    rooms + sessions + recordings + broadcasts + others

  private static let rooms: [(method: String, path: String, operation: VideoSDKOperation)] = [
    ("POST", "/v2/rooms", .createRoom), ("GET", "/v2/rooms", .listRooms), ("GET", "/v2/rooms/{room}", .getRoom),
    ("GET", "/v2/rooms/validate/{room}", .validateRoom), ("POST", "/v2/rooms/deactivate", .deactivateRoom),
    ("POST", "/v2/rooms/{room}", .toggleRoom),
  ]

  private static let sessions: [(method: String, path: String, operation: VideoSDKOperation)] = [
    ("GET", "/v2/sessions", .listSessions), ("GET", "/v2/sessions/{session}", .getSession),
    ("GET", "/v2/sessions/{session}/participants", .listParticipants),
    ("GET", "/v2/sessions/{session}/participants/active", .activeParticipants),
    ("GET", "/v2/sessions/{session}/participants/{participant}", .getParticipant),
    ("POST", "/v2/sessions/end", .endSession), ("POST", "/v2/sessions/participants/remove", .removeParticipant),
    ("GET", "/v2/sessions/{session}/stats", .sessionStats),
    ("GET", "/v2/sessions/{session}/participant/{participant}/stats", .participantStats),
  ]

  private static let recordings: [(method: String, path: String, operation: VideoSDKOperation)] = [
    ("POST", "/v2/recordings/start", .startRecording), ("POST", "/v2/recordings/end", .stopRecording),
    ("GET", "/v2/recordings", .listRecordings), ("GET", "/v2/recordings/{id}", .getRecording),
    ("DELETE", "/v2/recordings/{id}", .deleteRecording),
    ("POST", "/v2/recordings/participant/start", .startParticipantRecording),
    ("POST", "/v2/recordings/participant/stop", .stopParticipantRecording),
    ("GET", "/v2/recordings/participant", .listParticipantRecordings),
    ("GET", "/v2/recordings/participant/{id}", .getParticipantRecording),
    ("DELETE", "/v2/recordings/participant/{id}", .deleteParticipantRecording),
    ("POST", "/v2/recordings/participant/track/start", .startTrackRecording),
    ("POST", "/v2/recordings/participant/track/stop", .stopTrackRecording),
    ("GET", "/v2/recordings/participant/track", .listTrackRecordings),
    ("GET", "/v2/recordings/participant/track/{id}", .getTrackRecording),
    ("DELETE", "/v2/recordings/participant/track/{id}", .deleteTrackRecording),
    ("POST", "/v2/recordings/composite/start", .startCompositeRecording),
    ("POST", "/v2/recordings/composite/stop", .stopCompositeRecording),
    ("POST", "/v2/recordings/participant/merge", .mergeRecordings),
    ("GET", "/v2/recordings/participant/merge", .listMerges),
    ("GET", "/v2/recordings/participant/merge/{id}", .getMerge),
  ]

  private static let broadcasts: [(method: String, path: String, operation: VideoSDKOperation)] = [
    ("POST", "/v2/hls/start", .startHLS), ("POST", "/v2/hls/end", .stopHLS), ("GET", "/v2/hls", .listHLS),
    ("GET", "/v2/hls/{id}", .getHLS), ("GET", "/v2/hls/{id}/active", .activeHLS),
    ("DELETE", "/v2/hls/{id}", .deleteHLS),
    ("POST", "/v2/hls/capture", .captureHLS), ("POST", "/v2/livestreams/start", .startLivestream),
    ("POST", "/v2/livestreams/end", .stopLivestream), ("GET", "/v2/livestreams", .listLivestreams),
    ("GET", "/v2/livestreams/{id}", .getLivestream),
  ]

  private static let others: [(method: String, path: String, operation: VideoSDKOperation)] = [
    ("POST", "/ai/v1/realtime-transcriptions/start", .startTranscription),
    ("POST", "/ai/v1/realtime-transcriptions/end", .stopTranscription),
    ("GET", "/ai/v1/realtime-transcriptions", .listTranscriptions),
    ("GET", "/ai/v1/realtime-transcriptions/{id}", .getTranscription),
    ("GET", "/ai/v1/post-transcriptions", .listTranscripts), ("GET", "/ai/v1/post-transcriptions/{id}", .getTranscript),
    ("POST", "/v2/agent/dispatch", .dispatchAgent), ("GET", "/v2/public/rsa-public-key", .getPublicKey),
    ("POST", "/v2/whip", .publishWHIP), ("DELETE", "/v2/whip/sessions/{connection}", .endWHIP),
  ]

  static let table: RouteTable<VideoSDKOperation> = {
    var table = RouteTable<VideoSDKOperation>()
    for (method, path, operation) in paths {
      table.add(method, path, operation)
      // Lists are written with and without a slash at their end.
      if !path.hasSuffix("}") { table.add(method, path + "/", operation) }
    }
    return table
  }()
}
