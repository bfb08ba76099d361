/// Why media of ours did not do what it was to do.
enum MediaProblem: Error, Sendable, Hashable, CustomStringConvertible {
  case noAudio
  case closed
  case cannotAnswer

  var description: String {
    switch self {
    case .noAudio: "the description has no audio"
    case .closed: "the media is closed"
    case .cannotAnswer: "whoever has the media cannot answer offers"
    }
  }
}
