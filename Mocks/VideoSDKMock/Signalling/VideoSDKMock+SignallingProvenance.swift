import MockKit

/// What the signalling rests on: the vendor's readable client for Python, names found in the core of its newer clients,
/// its documentation, and guesses.
extension VideoSDKMock {
  static var signalling: [ProvenanceRow] { bootstrap + requests + notifications + switches + signallingGaps }

  private static let bootstrap: [ProvenanceRow] = [
    sdk(.route, "POST /infra/v1/meetings/server-init-config (ServerInitConfig)", "what is read of the answer"),
    sdk(
      .route, "POST /infra/v1/meetings/init-config (InitConfig)", "an older client's path; its answer assumed"),
    sdk(.route, "GET /?roomId&peerId&secret&mode&peerType (Connect)", "a WebSocket, subprotocol protoo"),
    sdk(
      .event, "iceServers", "AES-256-CBC in base64; key and vector are the client's own, /_mock/ice-cipher tells them"),
    assumed("token checks of the bootstrap", "as REST's, but roles rtc, and the room a token is pinned to"),
    assumed("observability", "nothing is to be reported anywhere"),
  ]

  /// Methods whose data the client for Python sends.
  private static let readable: Set<VideoSDKSignalMethod> = [
    .getRouterRtpCapabilities, .createWebRtcTransport, .connectWebRtcTransport, .requestEntry, .join, .produce,
    .closeProducer, .produceData, .resumeConsumer, .enablePeerMic, .disablePeerMic, .enablePeerWebcam,
    .disablePeerWebcam, .removePeer, .closeRoom, .switchToMeeting, .getTransportStats, .pubsubPublish,
    .pubsubSubscribe, .startRecording, .stopRecording, .startTranscription, .stopTranscription, .agentStateChanged,
    .agentTranscript, .agentMetrics,
  ]

  private static var requests: [ProvenanceRow] {
    VideoSDKSignalMethod.allCases.map { method in
      readable.contains(method)
        ? sdk(.route, "request \(method.rawValue)", "method and data as a client sends them")
        : sdk(.route, "request \(method.rawValue)", "the name is known, its data assumed")
    } + [
      assumed("unknown requests", "refused with 500"),
      assumed("requests before join", "400, but for what leads there"),
      assumed("error codes of refusals", "the client's own number where it has one, else that of HTTP"),
      assumed("changeMode of somebody else", "refused: everybody changes the own mode only (documented)"),
      assumed("realtime store", "per session; observing answers with the present value"),
      assumed("the second whiteboard of a room", "refused"),
      assumed("agent requests of people", "refused; an agent's are passed on as they are"),
    ]
  }

  private static let notifications: [ProvenanceRow] =
    ["newConsumer", "newDataConsumer", "disableMic", "disableWebcam", "enableWebcam", "enabledMic, enableMic", "close"]
    .map { sdk(.event, "request to a client: \($0)", "what a client does with it") }
    + [
      "newPeer", "peerClosed", "participantMediaStateChanged", "activeSpeaker", "entryResponded", "pubsubMessage",
      "recordingStateChanged, recordingStarted, recordingStopped", "transcriptionStateChanged, transcriptionText",
      "consumerClosed", "agentStateChanged, agentTranscript, agentMetrics",
    ].map { sdk(.event, $0, "what a client reads of it") }
    + [
      "peerModeChanged, entryRequested, error", "hlsStateChanged, hlsStarted, hlsStopped, hlsPlayableStateChanged",
      "livestreamStateChanged, livestreamStarted, livestreamStopped", "whiteboardStarted, whiteboardStopped",
      "realtimeStoreValueChanged",
    ].map { sdk(.event, $0, "the name is known, its members mostly assumed") }
    + [
      ProvenanceRow(.event, "leave reasons and error numbers", .docs, "1001 to 1011; 4005 with a second join"),
      ProvenanceRow(.event, "a publisher gets the own message back", .docs),
      assumed("the second join of a participant", "the first connection gets error 4005, then close with 1011"),
      assumed("who hears entryResponded", "the waiting one; of decisions also those who could have decided"),
      assumed("messages in the answer to join", "what was kept on the topic CHAT"),
      assumed("pubsub history", "of the session; who was not meant to hear a message does not get it later either"),
      assumed("a recording or broadcast that fails", "an error, and it has stopped"),
      assumed("transports and consumers", "well formed; no media ever flows, the only candidate is a port of nobody"),
    ]

  private static let switches: [ProvenanceRow] = [
    sdk(.option, "iceCipher", "unless given, one that no client knows"),
    assumed("requiresProtoo", "on: 403 without the subprotocol"),
    assumed("refusal", "the connection opens, error {code, message}, 1008; or 403 for the handshake"),
    sdk(.option, "unknownRoomSilenceSeconds", "20: a comment in a client says so; then 1000, assumed"),
    assumed("bootstrapRefusesUnknownRooms", "off"), assumed("joinNeedsEntry", "on: 403 without requestEntry"),
    assumed("joinWaitsForEntry", "on: answered with the decision, since a client does not wait before it joins"),
    assumed("signallingOnlySkipsTransports", "on"), assumed("joinTellsMediaStates", "off"),
    assumed("signallingOnlyHearsMedia", "on: activeSpeaker, participantMediaStateChanged"),
    assumed("ownMediaStateIsTold", "on"),
    ProvenanceRow(.option, "usesFormerModeNames", .docs, "off: CONFERENCE and VIEWER are understood all the same"),
    sdk(.option, "reasonField", "reasonCode, or leaveReason; a client reads both, older servers sent none"),
    assumed("timestamp", "of messages: RFC 3339; or milliseconds, in a string"),
    assumed("peerField", "peerId; a client also reads id"),
    assumed("sendOnlyReachesSender", "on"), assumed("moderationRefusalCode", "403"),
    assumed("closingNeedsModeration", "on"),
    sdk(.option, "micRequest", "enabledMic, as one client expects it; older cores say enableMic"),
    assumed("muting", "a client is asked and it takes effect when it has obeyed; or at once"),
    assumed("devicesAcceptRequests", "off: a request to unmute is refused by doing nothing"),
    assumed("goodbye", "the request close; or the socket closes"), assumed("closeGraceSeconds", "5"),
  ]

  private static let signallingGaps: [ProvenanceRow] = [
    "media relays to other rooms", "pins", "batched signalling", "cloud characters", "the upload of files in base64",
    "media of any kind",
  ].map { ProvenanceRow(.uncovered, $0, .sdkSource, "refused as an unknown request") }

  private static func sdk(_ kind: ProvenanceRow.Kind, _ name: String, _ note: String) -> ProvenanceRow {
    ProvenanceRow(kind, name, .sdkSource, note)
  }

  private static func assumed(_ name: String, _ note: String) -> ProvenanceRow {
    ProvenanceRow(.option, name, .assumed, note)
  }
}
