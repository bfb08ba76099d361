package import MockKit

extension StreamMock {
  package var provenance: [ProvenanceRow] {
    Self.routes + Self.events + Self.faults + Self.assumptions + Self.agents + Self.coordinator
      + Self.media + Self.uncovered
  }

  private static var routes: [ProvenanceRow] {
    StreamRoutes.paths.map { ProvenanceRow(.route, "\($0.method) \($0.path) (\($0.operation.rawValue))", .spec) }
  }

  private static let events: [ProvenanceRow] =
    [
      "call.created", "call.updated", "call.deleted", "call.ended", "call.live_started", "call.notification",
      "call.ring", "call.member_added", "call.member_updated", "call.member_updated_permission", "call.member_removed",
      "call.session_started", "call.session_ended", "call.session_participant_joined",
      "call.session_participant_left", "call.session_participant_count_updated", "call.permission_request",
      "call.permissions_updated", "call.user_muted", "call.blocked_user", "call.unblocked_user", "call.kicked_user",
      "call.reaction_new", "call.stats_report_ready", "custom", "call.recording_started", "call.recording_stopped",
      "call.recording_ready", "call.recording_failed", "call.frame_recording_started", "call.frame_recording_stopped",
      "call.frame_recording_failed", "call.transcription_started", "call.transcription_stopped",
      "call.transcription_ready", "call.transcription_failed", "call.closed_captions_started",
      "call.closed_captions_stopped", "call.closed_captions_failed", "call.closed_caption",
      "call.hls_broadcasting_started", "call.hls_broadcasting_stopped", "call.hls_broadcasting_failed",
      "call.rtmp_broadcast_started", "call.rtmp_broadcast_stopped", "call.rtmp_broadcast_failed",
    ].map { ProvenanceRow(.event, $0, .spec, "members by the specification; times as seen on recorded hooks") }
    + [
      ProvenanceRow(.event, "order of events of one request", .assumed),
      ProvenanceRow(.event, "reason of participant_left", .assumed, "ENDED, LIVE_ENDED, KICKED, SESSION_ENDED"),
      ProvenanceRow(.event, "reason of user_muted", .assumed),
      ProvenanceRow(.event, "webhook headers and signature", .docs),
      ProvenanceRow(.event, "webhook retries", .docs, "at most 5 attempts within 15 s; pauses 1, 2, 4, 8 s assumed"),
    ]

  private static let faults: [ProvenanceRow] = [
    ProvenanceRow(.fault, "error document", .recorded, "code, message, StatusCode, more_info, details, duration"),
    ProvenanceRow(.fault, "rate_limit", .docs, "code 9 with X-RateLimit headers; Retry-After forms are assumed"),
    ProvenanceRow(
      .fault, "delay, hang, drip, lost_reply, html_error, reset, truncate, wrong_length", .assumed,
      "what networks do to any vendor"),
    ProvenanceRow(
      .fault, "malformed_json, error_in_200, empty_body, null_field, missing_field, unknown_enum", .assumed,
      "damage the vendor has not been seen to do"),
  ]

  private static func assumed(_ name: String, _ note: String) -> ProvenanceRow {
    ProvenanceRow(.option, name, .assumed, note)
  }

  /// Switches of `StreamMockOptions`, then what has no switch.
  private static let assumptions: [ProvenanceRow] = [
    assumed("refusesUnknownFields", "unknown request members are 4/400"),
    assumed("requiresAuthType", "a missing stream-auth-type is 5/401"),
    assumed("badSignatureCode", "5; the code table also has 43"),
    assumed("allowsAnonymousWithoutToken", "off: a call token is needed, one without call_cids opens nothing"),
    ProvenanceRow(
      .option, "what the anonymous may do", .docs, "GetCall and JoinCall, as their role allows; else 17/403"),
    assumed("callTokenRoleAddsGrants", "the role claim widens access inside the token's calls"),
    assumed("everyMemberIsCallMember", "off: the role must be spelled call_member"),
    assumed("memberDefaultRole", "user"),
    assumed("getOrCreateMergesData", "off: data of an existing call is ignored"),
    assumed("patchReplacesCustom", "custom is replaced as a whole"),
    assumed("stopLiveDropsListeners", "the server drops who may not join backstage"),
    assumed("refusesKickOfAbsentUser", "off: accepted"),
    assumed("repeatsLiveStarted", "off: a second go_live sends nothing"),
    assumed("userGrantsSurviveSessions", "on"),
    assumed("publishedTracksMeansUnmuted", "on: a muted track is not published"),
    assumed("audioRoomGuestGrants", "none"), assumed("audioRoomHasHostRole", "host has the admin's grants"),
    assumed("inactivityTimeoutSeconds", "30"), assumed("statsReportAfterSeconds", "10"),
    assumed("maximumCustomBytes, customTooLarge", "5 KB, 4/400 (or 22/413)"),
    assumed("custom events with user_id", "the user must exist, else 4/400"),
    assumed("custom of a reaction", "at most 5 KB, as custom events"),
    assumed("should_send_custom_events", "custom events go to hooks unless it is false"),
    assumed("appRequestsPerMinute", "10,000 per endpoint and platform"),
    ProvenanceRow(.option, "userRequestsPerMinute", .docs, "60 per user, endpoint and platform"),
    assumed("refusesSecondEgress", "4/400 \"call egress is already running\""),
    assumed("broadcastsNeedSession", "as recordings, which are known to"),
    ProvenanceRow(.option, "filesReadyAfterSeconds", .docs, "30: half a minute or more is normal"),
    assumed("fileAddressSeconds", "a day; signed anew in each list"),
    assumed("files of individual and raw recordings", "one per person who was there"),
    assumed("egress and the end of a session", "everything stops, after call.session_ended"),
    assumed("egress on its own (auto-on)", "starts once a session is live"),
    assumed("go_live with start_* and no session", "4/400, and the call stays in backstage"),
    assumed("status of a running egress", "running"), assumed("stopping an unknown RTMP broadcast", "16/404"),
    assumed("permissions of individual and raw recordings", "start-recording, stop-recording"),
    assumed("compressesWebhooks", "off"),
    assumed("order of checks", "key, route, token, rate, body, permission, state"),
    assumed("caller of the wrong side", "server-only routes 17/403 for people, people's routes 4/400 for servers"),
    assumed("call ids", "1 to 64 of A-Z a-z 0-9 _ -, else 4/400"),
    assumed("join of a blocked user", "17/403"), assumed("join of a full call", "refused at the media side, 403"),
    assumed("join-ahead of zero seconds", "does not open the call at starts_at"),
    assumed("call token outside its calls", "17/403"),
    assumed("permission requests while disabled", "17/403"),
    assumed("go_live, stop_live", "need update-call of a person"),
    assumed("mark_ended twice", "201, nothing happens"),
    assumed("a deleted call's id", "can be created again"),
    assumed("unknown users in moderation", "4/400"), assumed("update members", "answers the members that changed"),
    assumed("guest ids", "rewritten; the token has no expiry; custom is bounded as any user's"),
    assumed("grants of moderator, call_member and guest", "moderator: user plus moderation and send-audio"),
    assumed("session statistics report", "only counts"), assumed("app document", "only what rooms need"),
  ]

  private static let agents: [ProvenanceRow] = [
    ProvenanceRow(.route, "GET /video/connect_agent (ConnectAgent)", .sdkSource, "a WebSocket; in no specification"),
    ProvenanceRow(.event, "session and conversation events of agents", .docs, "the model vendor's realtime interface"),
    ProvenanceRow(.event, "server_error of code 42", .recorded, "what every connect got for a while: agentBridge down"),
    ProvenanceRow(
      .event, "call events to agents", .sdkSource, "participant_joined and participant_left; others are not sent"),
    assumed("agentBridge", "up"), assumed("agentEvents", "the names since the beta's end"),
    assumed("agents that ask for the beta", "code 42 where the names are the current ones"),
    assumed("refused agents", "key, token and scope before the upgrade, the model's key and the join behind it"),
    assumed("missing calls and users of agents", "made"), assumed("the socket's end", "the agent leaves"),
    assumed("the agent's leave", "closes the socket with 1000"),
    assumed("how loud a model is", "a level for each word, one word every 300 ms, to the end of what was said"),
    assumed("what a model says", "as scripted over the control plane; it repeats what it heard, or a tool's answer"),
  ]

  private static let coordinator: [ProvenanceRow] =
    StreamMock.coordinatorPaths.map {
      ProvenanceRow(.route, "GET \($0) (WSConnect)", .sdkSource, "a WebSocket; its first message by the specification")
    }
    + [
      ProvenanceRow(.event, "connection.ok, connection.error, health.check", .spec, "by WebSocket only"),
      ProvenanceRow(.event, "keep-alives as an object, in an array, as protocol pings", .sdkSource),
      ProvenanceRow(.event, "who hears of what: watchers or members", .docs),
      ProvenanceRow(.option, "maximumSocketsPerUser", .docs, "50; one too many is 71/429, the status assumed"),
      ProvenanceRow(.option, "socketErrorsAreBare", .docs, "off; the second shape, which comes from the edge"),
      assumed("expiredTokensCloseSockets", "40, then 1011"),
      assumed("watchersHearMemberEvents", "off: call.ended and the like are for members"),
      assumed("close codes of connections", "1000 with the cause where coming again is no use, else 1011"),
      assumed("a bad api_key of a connection", "an error on the connection, not an answer of HTTP"),
      assumed("user_details", "must be the token's user; what is not said of a known user stays"),
      assumed("an unknown connection_id", "46/400, only where a request subscribes"),
      assumed("connection_id of a server token", "passed over"),
    ]

  private static let media: [ProvenanceRow] = [
    ProvenanceRow(
      .route, "GET \(StreamMock.mediaPath) (ConnectMedia)", .assumed,
      "a WebSocket in place of the vendor's media server; JSON frames of our own, no sound, no picture"),
    ProvenanceRow(
      .event,
      "ParticipantJoined, ParticipantLeft, ParticipantUpdated, ConnectionQualityChanged, TrackPublished, TrackUnpublished, AudioLevelChanged, DominantSpeakerChanged, "
        + "CallGrantsUpdated, HealthCheckResponse, PinsChanged, GoAway, CallEnded, Error", .sdkSource,
      "names and fields; their framing is assumed"),
    ProvenanceRow(.event, "JoinRequest, JoinResponse, HealthCheckRequest, LeaveCallRequest", .sdkSource, "names"),
    ProvenanceRow(.event, "UpdateMuteStates", .sdkSource, "a request of its own at the vendor; here a frame"),
    ProvenanceRow(.event, "credentials.token", .recorded, "6 h, for one server; signed as users' tokens are, assumed"),
    assumed("servesMedia", "on: ws_endpoint is this mock's, marked framing=json"),
    assumed("mediaGraceSeconds", "10: a device that is lost has left after so long"),
    assumed("a media token of a session that is over", "CALL_NOT_FOUND"),
    assumed(
      "device ids on the media side", "one of a lost connection takes its place; one that left is not taken again"),
    assumed("who speaks", "only who publishes sound; the control plane says who, and how loud"),
    assumed("the dominant speaker", "the loudest who speaks, until another is louder"),
    assumed("refused media connections", "an Error frame, then 1011 where coming again may help, else 1008"),
    assumed("a pin of somebody who is not connected", "accepted, no effect"),
  ]

  private static let uncovered: [ProvenanceRow] = [
    "long polling instead of a WebSocket", "the vendor's own time-out of silent connections",
    "AcceptCall, RejectCall, RingCall",
    "call statistics and reports", "feedback", "deactivate, reactivate and delete users", "user blocks",
    "revoked tokens", "SQS and SNS hooks (stored, never fed)",
  ].map { ProvenanceRow(.uncovered, $0, .spec, "answered as an unknown route unless said otherwise") }
}
