import JSONCoding
import MeetingCore

/// What a peer may publish. Sound and picture of a shared screen are audio and video with a mark.
enum PeerMedia: String, Sendable, Hashable, CaseIterable {
  case audio
  case video
  case share
  case shareAudio

  /// As a consumer tells it: its kind, and the mark in what the application said of it.
  init?(kind: String?, appData: JSON? = nil) {
    let isShared = appData?["share"]?.boolValue == true
    switch kind?.lowercased() {
    case "audio": self = isShared ? .shareAudio : .audio
    case "video": self = isShared ? .share : .video
    case "share": self = .share
    default: return nil
    }
  }

  /// The kind on the wire.
  var kind: String { self == .audio || self == .shareAudio ? "audio" : "video" }

  /// Which of a participant's tracks it is; nil for the sound of a shared screen, which goes with its picture.
  var track: TrackKind? {
    switch self {
    case .audio: .audio
    case .video: .video
    case .share: .screen
    case .shareAudio: nil
    }
  }
}
