public import MeetingCore

/// A call at one moment, as this client knows it.
public struct CallSnapshot: Sendable, Hashable {
  /// Everybody in the call, one row per person, by their ids. What they publish is known once the call is joined; of a large
  /// call not all are listed, only counted.
  public internal(set) var participants: [CallParticipant] = []
  /// The same, one row per device: two devices of one person are two rows.
  public internal(set) var devices: [CallParticipant] = []
  /// How many people there are, those who are not listed included. Two devices of one person count once.
  public internal(set) var participantCount = 0
  /// How many there are who are nobody in particular.
  public internal(set) var anonymousParticipantCount = 0
  /// The application's own, e.g. a title.
  public internal(set) var custom: [String: RawJSON] = [:]
  /// Whether only those who run the call may come in.
  public internal(set) var backstage = false
  /// Who asks to be let do something, the oldest first.
  public internal(set) var permissionRequests: [CallPermissionRequest] = []
  /// At most a hundred; `Call.queryMembers` finds the others.
  public internal(set) var members: [CallMember] = []
  /// What this client may do here.
  public internal(set) var ownCapabilities: Set<OwnCapability> = []
  /// Who may not come in any more.
  public internal(set) var blockedUserIds: [String] = []
  /// Whether the call is recorded, by anybody.
  public internal(set) var recordingState = RecordingState.noRecording
  /// Whether what is said is written down.
  public internal(set) var transcribing = false
  /// Whether what is said is told in writing: `ClosedCaptionEvent`.
  public internal(set) var captioning = false
  /// Whether the call is broadcast, by HLS or RTMP.
  public internal(set) var broadcasting = false
  /// Where the broadcast can be watched.
  public internal(set) var hlsPlaylistURL: String?
  /// The present session, or the last one.
  public internal(set) var session: CallSessionInfo?
  /// The settings of the call's type, with what differs for this call.
  public internal(set) var settings: CallSettingsInfo?
  /// The host of an audio room, unless others are.
  public internal(set) var createdBy: User?
  public internal(set) var team: String?
  public internal(set) var createdAt: Timestamp?
  /// The last change of the call itself; people coming and going are none.
  public internal(set) var updatedAt: Timestamp?
  /// When it is meant to begin.
  public internal(set) var startsAt: Timestamp?
  /// When it was ended for everybody; nil = it was not.
  public internal(set) var endedAt: Timestamp?
  /// How the way to the call is, for who has joined it.
  public internal(set) var reconnectionStatus = ReconnectionStatus.connected
  /// Whether this client is in the call.
  public internal(set) var isJoined = false

  /// Who is heard just now.
  public var activeSpeakers: [CallParticipant] { participants.filter(\.isSpeaking) }
  /// This client's own row; nil when it has not joined.
  public var localParticipant: CallParticipant? { participants.first(where: \.isLocal) }
  /// Everybody but this client's own user.
  public var remoteParticipants: [CallParticipant] { participants.filter { !$0.isLocal } }
  /// Who is heard most, as the service judges.
  public var dominantSpeaker: CallParticipant? { participants.first(where: \.isDominantSpeaker) }

  init() {}
}
