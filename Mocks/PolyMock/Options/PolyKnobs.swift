import MockKit

/// Every option under its name on the control plane.
enum PolyKnobs {
  static let all: [PolyKnob] = messaging + gateway + signalling + bridge + agent

  private static let messaging: [PolyKnob] = [
    .choice("error_members", \.errorMembers, "both: which of the two the server has is not known"),
    .choice("host_match", \.hostMatch, "subdomains of what is registered; another page says exactly", .docs),
    .count("access_token_seconds", \.accessTokenSeconds, "a day", .docs),
    .flag("names_token_life", \.namesTokenLife, "on", .docs),
    .flag("refuses_unknown_fields", \.refusesUnknownFields, "on"),
    .choice(
      "session_start", \.sessionStart, "alone in a batch: clients of that time miss it beside others", .sdkSource),
    .count("session_start_after_ms", \.sessionStartAfterMilliseconds, "at once"),
    .choice("payload_member", \.payloadMember, "payload; clients read both", .sdkSource),
    .count("heartbeat_seconds", \.heartbeatSeconds, "30", .docs),
    .count("reconnect_attempts", \.reconnectAttempts, "10", .docs),
    .count("frame_bytes", \.frameBytes, "128 KiB", .docs),
    .count("session_idle_seconds", \.sessionIdleSeconds, "ten minutes", .docs),
    .count("sockets_per_session", \.socketsPerSession, "10", .docs),
    .flag("echoes_link", \.echoesLink, "off: nobody waits for it"),
    .flag("linked_socket_tells", \.linkedSocketTells, "on: what comes there in a call is not known"),
    .flag("call_ends_session", \.callEndsSession, "off"),
  ]

  private static let gateway: [PolyKnob] = [
    .choice("ice_servers", \.iceServers, "usual", .sdkSource), .status("ice_refusal_status", \.iceRefusalStatus, "401"),
    .choice("offer_token", \.offerToken, "the web calling token; a page says the connector's", .sdkSource), .offerError,
    .flag("error_closes", \.errorCloses, "off: the client hangs up"), .choice("answer", \.answer, "usual", .docs),
    .choice("answers_from", \.answersFrom, "the mock; no media comes of it"),
    .count("answer_after_ms", \.answerAfterMilliseconds, "at once"),
    .count("candidates_before_answer", \.candidatesBeforeAnswer, "none", in: 0...1_000),
    .count("candidates_after_answer", \.candidatesAfterAnswer, "one", in: 0...1_000),
    .count("candidate_every_ms", \.candidateEveryMilliseconds, "at once"),
    .flag("ends_candidates", \.endsCandidates, "on: seen by somebody who drove the gateway", .recorded),
    .choice("candidate_types", \.candidateTypes, "usual", .docs), .choice("setup", \.setup, "passive"),
  ]

  private static let signalling: [PolyKnob] = [
    .choice("noise", \.noise, "none"), .flag("sends_binary", \.sendsBinary, "off; clients read both", .sdkSource),
    .drop,
    .count("orphan_seconds", \.orphanSeconds, "60"),
    .flag("adopts_orphan", \.adoptsOrphan, "off: a socket is a call's once it has said so"),
    .flag("goodbye_ends_call", \.goodbyeEndsCall, "on"),
    .flag("is_production", \.isProduction, "on: echo is forbidden", .docs),
    .perhaps("media_connects_after_ms", \.mediaConnectsAfterMilliseconds, "when the control plane says so"),
    .perhaps("media_timeout_seconds", \.mediaTimeoutSeconds, "never; whether the gateway gives up is not known"),
    .count("most_bad_frames", \.mostBadFrames, "20, then 1008"),
  ]

  private static let bridge: [PolyKnob] = [
    .flag("names_events_url", \.namesEventsURL, "on", .sdkSource),
    .flag("names_ice_servers", \.namesICEServers, "off, as it was captured", .recorded),
    .count("events_auth_seconds", \.eventsAuthSeconds, "10"),
    .flag("lost_events_end_call", \.lostEventsEndCall, "on", .sdkSource),
    .count("call_token_seconds", \.callTokenSeconds, "an hour; the token looks as if it named its end"),
    .status("junk_sdp_status", \.junkSDPStatus, "502; only that it is not 401 is known"),
    .status("early_pull_status", \.earlyPullStatus, "409"), .status("delete_status", \.deleteStatus, "204"),
  ]

  private static let agent: [PolyKnob] = [
    .text("agent_name", \.agentName), .text("greeting", \.greeting, "the agent speaks first", .recorded),
    .text("voice_channel", \.voiceChannel, "the value for these calls is not known"),
    .flag("shows_turns", \.showsTurns, "on", .docs), .flag("state_names_call", \.stateNamesCall, "on"),
    .count("conversation_after_seconds", \.conversationAfterSeconds, "at once"),
    .count("recording_after_seconds", \.recordingAfterSeconds, "5"),
    .count("conversations_per_page", \.conversationsPerPage, "1000; one page says 5000", .docs, in: 1...5_000),
  ]
}
