/// What nobody has confirmed about the vendor, each a switch; the default is what is thought likelier or, in doubt, the
/// stricter. Every one is listed as assumed in the provenance.
package struct StreamMockOptions: Sendable {
  package enum SizeRefusal: Sendable {
    /// Code 22 with status 413.
    case payloadTooBig
    /// Code 4 with status 400.
    case inputError
  }

  /// Refuse body members the interface does not define.
  package var refusesUnknownFields = true
  /// Refuse a request that does not say how it authenticates.
  package var requiresAuthType = true
  /// The code of a token whose signature does not match: 5, or 43.
  package var badSignatureCode = 5
  /// Serve anonymous callers that bring no token at all.
  package var allowsAnonymousWithoutToken = false
  /// A call token's `role` claim adds that role's grants inside its calls.
  package var callTokenRoleAddsGrants = true
  /// Every member holds the grants of `call_member`, whatever role was given.
  package var everyMemberIsCallMember = false
  /// The role of a member added without one.
  package var memberDefaultRole = "user"
  /// `GetOrCreateCall` on an existing call applies `custom` and `settings_override` instead of ignoring them.
  package var getOrCreateMergesData = false
  /// PATCH replaces `custom` as a whole; otherwise members are merged.
  package var patchReplacesCustom = true
  /// Stop-live throws out who may not join backstage; otherwise leaving is up to each client.
  package var stopLiveDropsListeners = true
  /// Kicking somebody who is not connected is refused with 4/400.
  package var refusesKickOfAbsentUser = false
  /// Going live twice sends `call.live_started` twice.
  package var repeatsLiveStarted = false
  /// Grants and revocations of one user outlive the session in which they were given.
  package var userGrantsSurviveSessions = true
  /// A participants query for publishers counts only tracks that are not muted.
  package var publishedTracksMeansUnmuted = true
  /// The grants of the role `guest` on the built-in audio room.
  package var audioRoomGuestGrants: [String] = []
  /// The built-in audio room has a `host` key with the admin's grants.
  package var audioRoomHasHostRole = true
  /// Seconds without anybody after which a session ends, where a call type says nothing else.
  package var inactivityTimeoutSeconds = 30
  /// Seconds between a session's end and its statistics report.
  package var statsReportAfterSeconds = 10
  /// The largest `custom` of a call, member or user, and of a custom event, in bytes.
  package var maximumCustomBytes = 5 * 1024
  package var customTooLarge = SizeRefusal.inputError
  /// Requests per minute, endpoint and platform of one account; nil counts without refusing.
  package var appRequestsPerMinute: Int? = 10_000
  /// Requests per minute, endpoint and platform of one user; nil counts without refusing.
  package var userRequestsPerMinute: Int? = 60
  /// Starting what already runs is refused with 4/400; otherwise it is accepted and nothing happens.
  package var refusesSecondEgress = true
  /// A broadcast needs somebody in the call, as a recording does.
  package var broadcastsNeedSession = true
  /// Seconds between the end of a recording or transcription and its files.
  package var filesReadyAfterSeconds = 30
  /// How long the address of a file is good.
  package var fileAddressSeconds = 86_400
  /// Webhook bodies are compressed.
  package var compressesWebhooks = false
  /// How the agent bridge answers.
  package var agentBridge = AgentBridgeMode.up
  /// Which names the events of agents have.
  package var agentEvents = AgentDialect.current

  /// How many coordinator connections one user may have.
  package var maximumSocketsPerUser = 50
  /// A connection whose token is over is told code 40 and closed.
  package var expiredTokensCloseSockets = true
  /// Whoever watches a call also hears what is for its members.
  package var watchersHearMemberEvents = false
  /// Errors of a connection come as the edge sends them: `{"error":…}` and nothing else.
  package var socketErrorsAreBare = false

  /// A join leads to this mock's own media socket, where the mock listens; otherwise to a host of the vendor's look.
  package var servesMedia = true
  /// How long a device may be away from the media server before it has left.
  package var mediaGraceSeconds = 10

  package init() {}
}
