import MockKit

/// Where the operations are reached: under `/api/v2` and, without that prefix, for clients.
enum StreamRoutes {
  struct Route: Sendable {
    let operation: StreamOperation
    let view: StreamView
  }

  /// Method and path below `/api/v2`.
  static let paths: [(method: String, path: String, operation: StreamOperation)] =
    [
      ("POST", "/video/call/{type}/{id}", .getOrCreateCall), ("GET", "/video/call/{type}/{id}", .getCall),
      ("PATCH", "/video/call/{type}/{id}", .updateCall), ("POST", "/video/calls", .queryCalls),
      ("POST", "/video/call/{type}/{id}/join", .joinCall), ("POST", "/video/call/{type}/{id}/go_live", .goLive),
      ("POST", "/video/call/{type}/{id}/stop_live", .stopLive),
      ("POST", "/video/call/{type}/{id}/mark_ended", .endCall), ("POST", "/video/call/{type}/{id}/delete", .deleteCall),
      ("POST", "/video/call/{type}/{id}/members", .updateCallMembers),
      ("POST", "/video/call/members", .queryCallMembers),
      ("POST", "/video/call/{type}/{id}/request_permission", .requestPermission),
      ("POST", "/video/call/{type}/{id}/user_permissions", .updateUserPermissions),
      ("POST", "/video/call/{type}/{id}/mute_users", .muteUsers), ("POST", "/video/call/{type}/{id}/block", .blockUser),
      ("POST", "/video/call/{type}/{id}/unblock", .unblockUser), ("POST", "/video/call/{type}/{id}/kick", .kickUser),
      ("POST", "/video/call/{type}/{id}/pin", .pin), ("POST", "/video/call/{type}/{id}/unpin", .unpin),
      ("POST", "/video/call/{type}/{id}/event", .sendEvent),
      ("POST", "/video/call/{type}/{id}/reaction", .sendReaction),
      ("POST", "/video/call/{type}/{id}/participants", .queryParticipants),
      ("GET", "/video/call/{type}/{id}/session/{session}/participant_sessions", .participantSessions),
      ("GET", "/video/calltypes", .listCallTypes), ("POST", "/video/calltypes", .createCallType),
      ("GET", "/video/calltypes/{name}", .getCallType), ("PUT", "/video/calltypes/{name}", .updateCallType),
      ("DELETE", "/video/calltypes/{name}", .deleteCallType), ("GET", "/users", .queryUsers),
      ("POST", "/users", .updateUsers), ("PATCH", "/users", .updateUsersPartial), ("POST", "/guest", .createGuest),
      ("GET", "/app", .getApp), ("PATCH", "/app", .updateApp), ("GET", "/rate_limits", .getRateLimits),
      ("GET", "/tasks/{id}", .getTask), ("GET", "/video/edges", .getEdges),
    ] + egressPaths

  /// What records, broadcasts and transcribes.
  private static let egressPaths: [(method: String, path: String, operation: StreamOperation)] = [
    ("POST", "/video/call/{type}/{id}/recordings/{recording_type}/start", .startRecording),
    ("POST", "/video/call/{type}/{id}/recordings/{recording_type}/stop", .stopRecording),
    ("GET", "/video/call/{type}/{id}/recordings", .listRecordings),
    ("DELETE", "/video/call/{type}/{id}/{session}/recordings/{filename}", .deleteRecording),
    ("POST", "/video/call/{type}/{id}/start_frame_recording", .startFrameRecording),
    ("POST", "/video/call/{type}/{id}/stop_frame_recording", .stopFrameRecording),
    ("POST", "/video/call/{type}/{id}/start_transcription", .startTranscription),
    ("POST", "/video/call/{type}/{id}/stop_transcription", .stopTranscription),
    ("GET", "/video/call/{type}/{id}/transcriptions", .listTranscriptions),
    ("DELETE", "/video/call/{type}/{id}/{session}/transcriptions/{filename}", .deleteTranscription),
    ("POST", "/video/call/{type}/{id}/start_closed_captions", .startClosedCaptions),
    ("POST", "/video/call/{type}/{id}/stop_closed_captions", .stopClosedCaptions),
    ("POST", "/video/call/{type}/{id}/closed_captions", .sendClosedCaption),
    ("POST", "/video/call/{type}/{id}/start_broadcasting", .startHLS),
    ("POST", "/video/call/{type}/{id}/stop_broadcasting", .stopHLS),
    ("POST", "/video/call/{type}/{id}/rtmp_broadcasts", .startRTMP),
    ("POST", "/video/call/{type}/{id}/rtmp_broadcasts/stop", .stopAllRTMP),
    ("POST", "/video/call/{type}/{id}/rtmp_broadcasts/{name}/stop", .stopRTMP),
  ]

  static let table: RouteTable<Route> = {
    var table = RouteTable<Route>()
    for (method, path, operation) in paths {
      table.add(method, "/api/v2" + path, Route(operation: operation, view: .server))
      let clientPath = operation == .createGuest ? "/video/guest" : path
      table.add(method, clientPath, Route(operation: operation, view: .client))
    }
    return table
  }()
}
