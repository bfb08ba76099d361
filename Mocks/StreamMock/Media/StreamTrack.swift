/// What a device can publish.
enum StreamTrack: String, CaseIterable, Sendable {
  case audio
  case video
  case screenShare = "screen_share"

  /// The permission that publishing needs.
  var permission: String {
    switch self {
    case .audio: "send-audio"
    case .video: "send-video"
    case .screenShare: "screenshare"
    }
  }
}
