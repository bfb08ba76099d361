/// What nobody has confirmed about the vendor, each a switch; the default is what is thought likelier or, in doubt, the
/// stricter. Every one is listed as assumed in the provenance.
package struct VideoSDKMockOptions: Sendable {
  package init() {}

  /// Everything about the signalling.
  package var signalling = VideoSDKSignallingOptions()

  // MARK: Access

  /// Take `Bearer <token>` for the token.
  package var acceptsBearer = false
  /// The status of a refused token; some clients expect 401.
  package var tokenRefusalStatus = 400
  /// A token without `permissions` is refused.
  package var requiresPermissions = true
  /// `roles`, `roomId` and `participantId` of a token without `version` 2 are passed over; otherwise it is refused.
  package var ignoresPinsWithoutVersion = false
  /// Refuse body members the interface does not define.
  package var refusesUnknownFields = true
  /// What an account may have at once.
  package var quotas = VideoSDKQuotas()

  // MARK: Lists

  package var defaultPerPage = 20
  package var maximumPerPage = 100
  /// A larger `perPage` is refused; otherwise it is taken for the largest.
  package var refusesLargePages = false

  // MARK: Rooms and sessions

  /// Validating a disabled room succeeds.
  package var validatesDisabledRooms = false
  /// Deactivating a room ends its session.
  package var deactivationEndsSession = false
  /// Seconds without anybody after which a session ends.
  package var sessionEndsAfterSeconds = 5
  /// Seconds between asking for a session's end and its end.
  package var endTakesSeconds = 1
  /// Minutes after which a session ends, where its room says nothing; nil = never.
  package var defaultAutoCloseMinutes: Int? = 480
  /// The status of what needs a session while there is none.
  package var noSessionStatus = 404
  /// Removing somebody who is not in is refused with 404; otherwise it is accepted.
  package var refusesRemovalOfAbsent = true
  /// Removing somebody is answered with a text instead of the session.
  package var removalAnswersText = false
  /// `session-ended` says why.
  package var namesEndReason = false
  /// Whoever was removed cannot come back.
  package var removalBlocksRejoin = false
  /// `events` of a participant show what was published; otherwise they stay empty.
  package var showsMediaEvents = true

  // MARK: Recordings, broadcasts, transcriptions

  package var egressStartTakesSeconds = 2
  package var egressStopTakesSeconds = 2
  /// Seconds after stopping during which another of the kind is refused.
  package var processingSeconds = 5
  /// Seconds after which whatever runs is stopped: two hours.
  package var longestEgressSeconds = 7200
  /// Seconds between the start of HLS and its being watchable.
  package var playableAfterSeconds = 4
  /// Recording and HLS at once need `multiComposition` of both.
  package var recordingAndHLSNeedMultiComposition = true
  /// The webhook of one operation takes the place of the room's; otherwise both hear of it.
  package var operationWebhookReplaces = false
  /// `recording-stopped` has the id of what was recorded.
  package var namesRecordingIDs = true
  /// Seconds between the end of a recording and its transcript.
  package var transcriptAfterSeconds = 10
  /// Seconds that a merge of recordings takes.
  package var mergeTakesSeconds = 10

  // MARK: Agents and devices

  /// The status of an accepted WHIP offer; the protocol says 201.
  package var whipStatus = 201

  /// Seconds between the dispatch of an agent and its joining.
  package var agentJoinsAfterSeconds = 2
  /// The agents there are; nil takes any id.
  package var agentIDs: Set<String>?
  /// Agents that were thrown out come back.
  package var agentsReturn = false
  /// Agents never come up.
  package var agentsFail = false
  /// Agents go when the last person has gone; otherwise they keep the session alive.
  package var agentsLeaveWithLastPerson = true
  /// Devices of the control plane change their mode when they are asked to over `CHANGE_MODE_<participant>`.
  package var devicesObeyModeRequests = true
}
