/// What somebody may publish, and what a raised hand asks for.
public enum Permission: String, Sendable, Hashable, CaseIterable {
  case sendAudio = "send_audio"
  case sendVideo = "send_video"
  case shareScreen = "share_screen"

  /// The track that may be published with it.
  public var track: TrackKind {
    switch self {
    case .sendAudio: .audio
    case .sendVideo: .video
    case .shareScreen: .screen
    }
  }
}
