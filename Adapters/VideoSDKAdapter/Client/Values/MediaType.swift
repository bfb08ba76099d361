/// What kind of thing a stream carries.
public enum MediaType: Sendable, Hashable {
  /// What a camera or a microphone gives.
  public enum Value: String, Sendable, Hashable {
    case audio
    case video
  }

  /// A shared screen, with or without its sound.
  case share
  case state(value: Value)

  init(_ media: PeerMedia) {
    self =
      switch media {
      case .audio: .state(value: .audio)
      case .video: .state(value: .video)
      case .share, .shareAudio: .share
      }
  }
}
