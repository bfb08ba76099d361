/// A connected device. One user may have several.
struct StreamParticipant: Sendable {
  /// The vendor's `user_session_id`.
  let id: String
  let userID: String
  let role: String
  let isAnonymous: Bool
  /// Whether it joined with a token; one that did not is not held to permissions.
  let isAuthorised: Bool
  let joinedAt: Int64
  var leftAt: Int64?
  var leftReason: String?
  var publishesAudio = false
  var publishesVideo = false
  /// Published before and not taken down since: a muted track.
  var hasAudioTrack = false
  var hasVideoTrack = false
  var publishesScreen = false
  var isSpeaking = false
  var level = 0.0
  var quality = StreamQuality.excellent

  var publishesAnything: Bool { publishesAudio || publishesVideo || publishesScreen }

  func publishes(_ track: StreamTrack) -> Bool {
    switch track {
    case .audio: publishesAudio
    case .video: publishesVideo
    case .screenShare: publishesScreen
    }
  }

  mutating func publish(_ track: StreamTrack, _ isOn: Bool) {
    switch track {
    case .audio:
      publishesAudio = isOn
      hasAudioTrack = hasAudioTrack || isOn
    case .video:
      publishesVideo = isOn
      hasVideoTrack = hasVideoTrack || isOn
    case .screenShare: publishesScreen = isOn
    }
  }
}
