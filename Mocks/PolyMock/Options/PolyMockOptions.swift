/// What nobody has confirmed about the vendor, and what can go wrong at it, each a switch; the default is what is
/// thought likelier or, in doubt, the stricter. Every one is listed in the provenance, and can be set while the mock runs.
package struct PolyMockOptions: Sendable {
  package init() {}

  // MARK: Messaging over HTTP

  package var errorMembers = PolyChoice.ErrorMembers.both
  package var hostMatch = PolyChoice.HostMatch.subdomains
  /// How long an access token is good for.
  package var accessTokenSeconds = 86_400
  /// Access tokens come with `expires_in` and `token_type`.
  package var namesTokenLife = true
  /// Refuse body members the interface does not define.
  package var refusesUnknownFields = true

  // MARK: Messaging's socket

  package var sessionStart = PolyChoice.SessionStart.alone
  package var sessionStartAfterMilliseconds = 0
  package var payloadMember = PolyChoice.PayloadMember.payload
  /// Of the capabilities; 0 = none are to be sent.
  package var heartbeatSeconds = 30
  /// Of the capabilities; 0 = without limit.
  package var reconnectAttempts = 10
  /// A longer frame ends the connection.
  package var frameBytes = 131_072
  /// Silence after which a session is over.
  package var sessionIdleSeconds = 600
  package var socketsPerSession = 10
  /// The link frame comes back, as most of a client's events do.
  package var echoesLink = false
  /// What is said in a call is told on the messaging socket that is linked with it.
  package var linkedSocketTells = true
  /// The end of a call ends the messaging session that is linked with it.
  package var callEndsSession = false

  // MARK: The gateway

  package var iceServers = PolyChoice.ICEServers.usual
  /// The status for a bad token.
  package var iceRefusalStatus = 401
  package var offerToken = PolyChoice.OfferToken.webCalling
  package var offerError: PolyOfferError?
  /// An error frame is the socket's last, and it closes with 1000.
  package var errorCloses = false
  package var answer = PolyChoice.Answer.usual
  package var answersFrom = PolyChoice.AnswersFrom.mock
  package var answerAfterMilliseconds = 0
  package var candidatesBeforeAnswer = 0
  package var candidatesAfterAnswer = 1
  /// The pause before each candidate that comes after the answer; 0 = all come at once.
  package var candidateEveryMilliseconds = 0
  /// An empty candidate says that there are no more.
  package var endsCandidates = true
  package var candidateTypes = PolyChoice.CandidateTypes.usual
  package var setup = PolyChoice.Setup.passive
  package var noise = PolyChoice.Noise.none
  /// Frames go out as binary messages.
  package var sendsBinary = false
  package var drop: PolyDrop?
  /// How long a call lives on without a socket.
  package var orphanSeconds = 60
  /// A new socket takes over the only call without one, before it has said whose it is.
  package var adoptsOrphan = false
  /// A socket that closes with 1000 ends its call, also without a `close` frame.
  package var goodbyeEndsCall = true
  /// The mode `echo` is forbidden.
  package var isProduction = true
  /// Media connects by itself so long after the answer; nil = when the control plane says so.
  package var mediaConnectsAfterMilliseconds: Int?
  /// A call whose media does not connect in time ends; nil = it waits for ever.
  package var mediaTimeoutSeconds: Int?
  /// So many frames that are none close a signalling socket with 1008.
  package var mostBadFrames = 20

  // MARK: The bridge

  package var namesEventsURL = true
  package var namesICEServers = false
  /// How long an events socket may stay silent before its first frame.
  package var eventsAuthSeconds = 10
  /// A call ends with its events socket.
  package var lostEventsEndCall = true
  /// How long the token of a call is good for.
  package var callTokenSeconds = 3_600
  package var junkSDPStatus = 502
  package var earlyPullStatus = 409
  package var deleteStatus = 204

  // MARK: The agent and its conversations

  package var agentName = "Poly"
  /// What the agent says first; empty = nothing.
  package var greeting = "Hello! How can I help you today?"
  /// The `channel` of conversations by voice.
  package var voiceChannel = "WEBRTC"
  /// Conversations show their turns; a project can switch that off.
  package var showsTurns = true
  /// The `state` of a conversation has `call_sid`.
  package var stateNamesCall = true
  /// How long after its end a conversation can be read by its id.
  package var conversationAfterSeconds = 0
  /// How long after its end a conversation's sound can be had.
  package var recordingAfterSeconds = 5
  /// The largest page of conversations.
  package var conversationsPerPage = 1_000
}
