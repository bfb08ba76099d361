/// What a participant may publish; the raw value is the name of its list in `events`.
enum VideoSDKMedia: String, Sendable, CaseIterable {
  case audio = "mic"
  case video = "webcam"
  case screen = "screenShare"
  case screenAudio = "screenShareAudio"

  /// The kind as recordings of tracks name it.
  init?(trackKind: String) {
    switch trackKind {
    case "audio": self = .audio
    case "video": self = .video
    case "screen_video": self = .screen
    case "screen_audio": self = .screenAudio
    default: return nil
    }
  }

  static let trackKinds = ["audio", "video", "screen_audio", "screen_video"]

  /// The kind as the signalling names it: sound or picture.
  var signalKind: String { self == .audio || self == .screenAudio ? "audio" : "video" }
}
