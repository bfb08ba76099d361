/// What leaves a room other than to the people in it.
public enum EgressSort: String, Sendable, Hashable, CaseIterable {
  case recording
  case broadcast
  case transcription

  /// The prefix of our ids.
  public var idPrefix: String {
    switch self {
    case .recording: "rec_"
    case .broadcast: "brd_"
    case .transcription: "trn_"
    }
  }

  /// Whether files come of it once it is over.
  public var leavesFiles: Bool { self != .broadcast }
}
