import JSONCoding

/// Somebody who is or was in a session. Coming again adds to the time log, not to the list.
struct VideoSDKParticipant: Sendable, Equatable {
  /// `_id`, the vendor's own.
  let id: String
  /// The id a client chose, or was given.
  let participantID: String
  var name: String
  /// One entry per join.
  var timelog: [VideoSDKInterval] = []
  var mode: VideoSDKMode
  /// Every mode there was, the present one last and open.
  var modeHistory: [ModeEntry] = []
  /// When what was published.
  var media: [VideoSDKMedia: [VideoSDKInterval]] = [:]
  var metaData: JSON?
  var peerType: PeerType
  var deviceInfo: JSON?
  /// The connection that is in the room now; nil when nobody is.
  var connection: String?
  /// The rights of the token that was brought; nil for a device of the control plane's that brought none and may do
  /// everything.
  var permissions: Set<VideoSDKPermission>?
  /// Has no socket of its own and does what it is told: a device of the control plane's, or the vendor's agent.
  var isDriven: Bool
  /// How loud a speaking participant is, from 0 to 1; nil while silent.
  var level: Double?
  var isSpeaking = false
  /// Why the last connection ended.
  var leaveReason: VideoSDKLeaveReason?
  /// Rank of the first join within the session.
  let order: Int

  enum PeerType: String, Sendable { case normal, agent }

  struct ModeEntry: Sendable, Equatable {
    let id: String
    let mode: VideoSDKMode
    var interval: VideoSDKInterval
  }

  var isInside: Bool { connection != nil }
  func publishes(_ kind: VideoSDKMedia) -> Bool { media[kind]?.isOpen ?? false }
  var mayModerate: Bool { permissions?.contains(.moderate) ?? true }
  var mayAdmit: Bool { permissions?.contains(.join) ?? true }
}
