package import MockKit

extension PolyMock {
  package var provenance: [ProvenanceRow] {
    Self.routes + Self.signalling + Self.messaging + Self.bridgeEvents + Self.others + Self.faults + Self.switches
      + Self.assumptions + Self.uncovered
  }

  private static var routes: [ProvenanceRow] {
    PolyRoutes.paths.map { row in
      let name = "\(row.method) \(row.path) (\(row.operation.rawValue))"
      let (source, note) = routeNotes[row.operation] ?? (.docs, "")
      return ProvenanceRow(.route, name, source, note)
    }
  }

  private static let routeNotes: [PolyOperation: (source: ProvenanceRow.Source, note: String)] = [
    .createAccessToken: (.docs, "statuses and texts as listed; under which member a text stands is not known"),
    .createSession: (.docs, "device_type is sent by clients and stands in no page"),
    .openMessaging: (.docs, "the JWT as access_token, or auth_token as another client has it"),
    .listIceServers: (.sdkSource, "what clients read; the status for a bad token is assumed"),
    .openSignalling: (.docs, "no subprotocol, nothing is checked before an offer"),
    .health: (.docs, "listed under another host than the gateway's"),
    .provisionCall: (.sdkSource, "without ICE servers, as it was captured; 403 for every mode but voice-agent"),
    .connectCall: (.sdkSource, "status for a bad description assumed: it is past authentication"),
    .pullAgent: (.sdkSource, "409 before media is connected, assumed"),
    .renegotiate: (.sdkSource, "200 with an empty object; clients ignore the body"),
    .openEvents: (.sdkSource, "404 for a call that is over, assumed"),
    .endCall: (.sdkSource, "204, and 404 from then on, assumed"),
    .listConversations: (.docs, "search by transcript is by words; the newest first, assumed"),
    .getConversation: (.docs, "another host, and camelCase members"),
    .getConversationAudio: (.docs, "a tone for each side instead of speech"),
  ]

  private static let signalling: [ProvenanceRow] = [
    ProvenanceRow(
      .route, "frame offer", .docs, "token, mode, arguments, description are checked in this order, assumed"),
    ProvenanceRow(.route, "frame ice-candidate", .docs, "on any socket, by sessionId"),
    ProvenanceRow(.route, "frame close", .docs, "from a client"),
    ProvenanceRow(.route, "frame ping", .assumed, "inferred from pong, which clients know"),
    ProvenanceRow(.event, "frame answer", .docs),
    ProvenanceRow(.event, "frame ice-candidate, from the server", .docs),
    ProvenanceRow(.event, "frame close, from the server", .sdkSource, "clients handle it; no page has it"),
    ProvenanceRow(.event, "frame error", .docs, "the codes as listed; UNAUTHORIZED's two texts, the others assumed"),
    ProvenanceRow(.event, "frame pong", .sdkSource),
    ProvenanceRow(.event, "a new socket goes on with a call", .sdkSource, "clients send no offer again"),
    ProvenanceRow(.event, "close codes 1008, 4001, 1011", .assumed, "abuse, revoked token, crash"),
    ProvenanceRow(.event, "WebSocket pings", .docs, "expected to be answered; every 20 s of silence, assumed"),
  ]

  private static let messaging: [ProvenanceRow] =
    PolyModel.clientEvents.map { type in
      type == "LINK_TO_WEBRTC_CONVERSATION"
        ? ProvenanceRow(.route, "event \(type)", .sdkSource, "stands in no list of what clients may send")
        : ProvenanceRow(.route, "event \(type)", .docs)
    }
    + [
      "SESSION_START", "SESSION_END", "EVENT_BATCH", "POLY_AGENT_JOINED", "POLY_AGENT_THINKING", "POLY_AGENT_MESSAGE",
      "POLY_AGENT_MESSAGE_CHUNK", "SYSTEM_MESSAGE",
    ].map { ProvenanceRow(.event, $0, .docs) } + [
      ProvenanceRow(.event, "id and timestamp of events in a batch", .sdkSource, "clients drop those without"),
      ProvenanceRow(
        .event, "what is said in a call, on the linked socket", .assumed, "USER_MESSAGE, POLY_AGENT_MESSAGE"),
      ProvenanceRow(.event, "10 minutes of silence", .docs, "SESSION_END, and the socket closes"),
      ProvenanceRow(.event, "a frame that is too long", .docs, "closes with 1009, assumed"),
    ]

  private static let bridgeEvents: [ProvenanceRow] = [
    ProvenanceRow(.event, "barge-in…, unmute, repull", .sdkSource),
    ProvenanceRow(.event, "1008 for anything but auth first", .sdkSource, "the code is assumed"),
    ProvenanceRow(.event, "a call ends with its events socket", .sdkSource),
  ]

  private static let others: [ProvenanceRow] = [
    ProvenanceRow(.event, "alerts.triggered, alerts.resolved", .docs, "headers and signature; the payload is assumed"),
    ProvenanceRow(.event, "deliveries again after 1, 5, 15 minutes, 1 and 4 hours", .docs),
    ProvenanceRow(.event, "the agent speaks first once media is connected", .recorded),
  ]

  private static let faults: [ProvenanceRow] = [
    ProvenanceRow(.fault, "rate_limit", .sdkSource, "clients wait for Retry-After; 5 s without it"),
    ProvenanceRow(.fault, "http_status", .docs, "the texts listed for each route; otherwise assumed"),
    ProvenanceRow(
      .fault, "delay, hang, drip, lost_reply, html_error, reset, truncate, wrong_length", .assumed,
      "what networks do to any vendor"),
    ProvenanceRow(
      .fault, "malformed_json, error_in_200, empty_body, null_field, missing_field, unknown_enum", .assumed,
      "damage the vendor has not been seen to do"),
    ProvenanceRow(
      .fault, "close, silence, garbage, refuse", .assumed, "refuse is an error frame with the number as code"),
  ]

  private static var switches: [ProvenanceRow] {
    PolyKnobs.all.map { ProvenanceRow(.option, $0.name, $0.source, $0.note) }
  }

  private static func assumed(_ name: String, _ note: String = "") -> ProvenanceRow {
    ProvenanceRow(.option, name, .assumed, note)
  }

  /// What has no switch.
  private static let assumptions: [ProvenanceRow] = [
    assumed(
      "media", "there is none: the control plane says what becomes of it, and candidates lead to a port that discards"),
    assumed(
      "session descriptions", "an offer lacks nothing that an answer needs; Opus only, everything else is refused"),
    assumed("callSid of a live call in another offer", "INVALID_ARGUMENT"),
    assumed("a second offer for a session", "INVALID_MESSAGE"), assumed("close of a call that is over", "accepted"),
    assumed("frames for a call without a socket", "held until one speaks for it"),
    assumed("a conversation", "begins when media is first connected, and ends with its call"),
    assumed("client_env", "calls are live"), assumed("unknown route", "404"),
    assumed("X-PolyAI-Correlation-Id", "the request's own comes back"),
    assumed("accounts", "one connector and one project each"),
  ]

  private static let uncovered: [ProvenanceRow] = [
    "chat, debug chat and hand-off over HTTP", "outbound calls, telephony connectors",
    "concurrency, DNI, external events",
    "webhook endpoints and alert rules over HTTP", "agents: branches, deployments, configurations",
    "live agents and hand-off on the messaging socket", "search by meaning, samples of conversations",
  ].map { ProvenanceRow(.uncovered, $0, .docs, "answered as an unknown route, or refused") }
}
