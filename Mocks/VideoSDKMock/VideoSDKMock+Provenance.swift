package import MockKit

extension VideoSDKMock {
  package var provenance: [ProvenanceRow] {
    Self.routes + Self.signalling + Self.events + Self.faults + Self.switches + Self.assumptions + Self.uncovered
  }

  private static var routes: [ProvenanceRow] {
    VideoSDKRoutes.paths.map { row in
      let name = "\(row.method) \(row.path) (\(row.operation.rawValue))"
      return routeNotes[row.operation].map { ProvenanceRow(.route, name, $0.source, $0.note) }
        ?? ProvenanceRow(.route, name, .docs)
    }
  }

  /// Routes of which the vendor's pages do not say everything, or say two things.
  private static let routeNotes: [VideoSDKOperation: (source: ProvenanceRow.Source, note: String)] = [
    .validateRoom: (.docs, "one page says POST; every sample and client says GET"),
    .stopRecording: (.docs, "one page says /stop; every sample says /end"),
    .removeParticipant: (.docs, "the session is answered; a server SDK reads a text"),
    .getParticipant: (.assumed, "a method of a server SDK; its path is assumed"),
    .sessionStats: (.docs, "members of one sample; the values are those of an undisturbed connection"),
    .participantStats: (.docs, "members of one sample; the values are those of an undisturbed connection"),
    .stopTrackRecording: (.sdkSource, "400 with \"not started\" when nothing runs"),
    .stopCompositeRecording: (.assumed, "the start's handle names what is stopped; the path is assumed"),
    .mergeRecordings: (.sdkSource, "used by the agents SDK"),
    .dispatchAgent: (.docs, "answers a message and no id"),
    .publishWHIP: (.docs, "answer and Location as the protocol has them; there is no media server behind the answer"),
    .endWHIP: (.assumed, "the path is that of the Location"),
    .getPublicKey: (.docs, "PKCS #1 in PEM, 2048 bits; served without a token, assumed"),
  ]

  private static let events: [ProvenanceRow] =
    documentedEvents.map { ProvenanceRow(.event, $0, .docs) } + [
      ProvenanceRow(.event, "agent-session-starting, -started, -stopping, -stopped, -failed", .docs, "data assumed"),
      ProvenanceRow(.event, "transcription-started, -completed of type post", .docs, "when they come is assumed"),
      ProvenanceRow(.event, "composite-recording-*", .docs, "data assumed to be as for participants"),
      ProvenanceRow(.event, "videosdk-signature", .docs, "base64 of RSA-SHA256, PKCS #1 v1.5, over the bytes"),
      ProvenanceRow(.event, "webhook retries", .assumed, "at most 5 attempts; pauses of 1, 2, 4, 8 s"),
      ProvenanceRow(.event, "order of webhooks", .assumed, "one after another per address, in the order of happening"),
      ProvenanceRow(.event, "participant-left of whoever a second join pushes out", .assumed, "before the new joined"),
      ProvenanceRow(.event, "participant-left of everybody at the end of a session", .assumed, "before session-ended"),
    ]

  private static let documentedEvents =
    ["session-started", "session-ended", "participant-joined", "participant-left"]
    + ["recording", "participant-recording", "participant-track-recording", "hls", "livestream"].flatMap { kind in
      ["starting", "started", "stopping", "stopped", "failed"].map { "\(kind)-\($0)" }
    } + ["hls-playable", "transcription-started", "transcription-stopped", "merge-recording-completed"]

  private static let faults: [ProvenanceRow] = [
    ProvenanceRow(.fault, "error document", .assumed, "code, error and message together; pages show each by itself"),
    ProvenanceRow(.fault, "rate_limit", .docs, "429, perhaps with Retry-After; its forms and the limits are assumed"),
    ProvenanceRow(
      .fault, "delay, hang, drip, lost_reply, html_error, reset, truncate, wrong_length", .assumed,
      "what networks do to any vendor"),
    ProvenanceRow(
      .fault, "malformed_json, error_in_200, empty_body, null_field, missing_field, unknown_enum", .assumed,
      "damage the vendor has not been seen to do"),
  ]

  private static func assumed(_ name: String, _ note: String = "") -> ProvenanceRow {
    ProvenanceRow(.option, name, .assumed, note)
  }

  /// Every switch of `VideoSDKMockOptions`.
  private static let switches: [ProvenanceRow] = [
    assumed("acceptsBearer", "off: the bare token only"),
    ProvenanceRow(.option, "tokenRefusalStatus", .sdkSource, "400 with code 4001 or 4002; others expect 401"),
    assumed("requiresPermissions", "on"),
    assumed("ignoresPinsWithoutVersion", "off: roles, roomId and participantId without version 2 are refused"),
    assumed("refusesUnknownFields", "on"), assumed("quotas", "none; those of two plans can be set"),
    assumed("defaultPerPage", "20; pages say 10 or 20"), assumed("maximumPerPage", "100"),
    assumed("refusesLargePages", "off: cut"), assumed("validatesDisabledRooms", "off: 400"),
    assumed("deactivationEndsSession", "off"), assumed("sessionEndsAfterSeconds", "5 s after the last leave"),
    assumed("endTakesSeconds", "1 s"),
    ProvenanceRow(.option, "defaultAutoCloseMinutes", .docs, "480; that it holds without autoCloseConfig is assumed"),
    assumed("noSessionStatus", "404"), assumed("refusesRemovalOfAbsent", "on: 404"),
    assumed("removalAnswersText", "off: the session"), assumed("removalBlocksRejoin", "off: it is no ban"),
    assumed("namesEndReason", "off"), assumed("showsMediaEvents", "on"), assumed("egressStartTakesSeconds", "2 s"),
    assumed("egressStopTakesSeconds", "2 s"), assumed("processingSeconds", "5 s"),
    ProvenanceRow(.option, "longestEgressSeconds", .docs, "two hours"), assumed("playableAfterSeconds", "4 s"),
    assumed("recordingAndHLSNeedMultiComposition", "on"),
    assumed("operationWebhookReplaces", "off: the room's and the operation's webhook both hear of it"),
    assumed("namesRecordingIDs", "on; older pages do not have it"), assumed("transcriptAfterSeconds", "10 s"),
    assumed("mergeTakesSeconds", "10 s"), assumed("agentJoinsAfterSeconds", "2 s"), assumed("agentIDs", "any"),
    assumed("whipStatus", "201"), assumed("agentsReturn", "off"), assumed("agentsFail", "off"),
    assumed("agentsLeaveWithLastPerson", "on"),
    assumed("devicesObeyModeRequests", "on: devices of the control plane do as CHANGE_MODE_<id> asks"),
  ]

  /// What has no switch.
  private static let assumptions: [ProvenanceRow] = [
    assumed("order of checks", "route, token, body, room, session, state"),
    assumed("a token of an unknown apikey", "4002"), assumed("roles without crawler on REST", "4002"),
    assumed("a token pinned to a room", "4002 for every other; lists show only that room"),
    ProvenanceRow(.option, "ask_join beside allow_join or allow_mod", .docs, "4008 on joining"),
    ProvenanceRow(.option, "codes 4022, 4023, 4024", .assumed, "numbered by their place between known ones"),
    assumed("allow_mod", "not asked for by REST"), assumed("unknown route", "404"),
    assumed("an unknown room, session or participant", "404"),
    assumed("joining a disabled room", "4003"), assumed("participants/active of a session that is over", "no row"),
    assumed("customRoomId of a disabled room", "the disabled room comes back"),
    assumed("status of refused starts", "400 with 4011, 4016, 4018, 4019, 4020, 4028, 4029"),
    assumed("rows of recordings", "appear when they have stopped"),
    assumed("rows of HLS, livestreams and transcriptions", "appear when they start"),
    assumed("what runs when a session ends", "is stopped; its files appear as ever"),
    assumed("webhook.endPoint", "http is taken on the loopback, where tests listen"),
    assumed("who speaks", "only who publishes sound; the control plane says who, and how loud"),
    assumed("addresses of files", "lead nowhere"),
  ]

  private static let uncovered: [ProvenanceRow] = [
    "SIP: gateways, routing rules, calls, their webhooks", "agent init-config and agent analytics",
    "WHEP", "resources (acquire, release)", "composite merges", "translation, knowledge bases, batch calls",
    "v1 routes",
    "storage configuration, base64-upload",
  ].map { ProvenanceRow(.uncovered, $0, .docs, "answered as an unknown route") }
}
