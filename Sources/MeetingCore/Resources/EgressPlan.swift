/// What a recording, broadcast or transcription is asked to be, as far as it may be kept and shown.
public enum EgressPlan: Sendable, Hashable {
  /// `audioOnly` nil = as the room is set. `participant` is the vendor's connection id where only one is recorded.
  case recording(RecordingMode, audioOnly: Bool? = nil, participant: String? = nil)
  case hls
  /// `destination` holds nothing secret; `fingerprint` tells one whole address from another. nil where not ours.
  case rtmp(destination: String?, fingerprint: String?)
  case transcription(language: String?, captions: Bool)

  /// What it is one of.
  public var sort: EgressSort {
    switch self {
    case .recording: .recording
    case .hls, .rtmp: .broadcast
    case .transcription: .transcription
    }
  }

  /// Whether a vendor that runs one of each at a time could not run the other beside this.
  public func excludes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.rtmp(_, let one), .rtmp(_, let two)): one != nil && one == two
    default: isLike(other)
    }
  }

  /// Whether a vendor's report that names no more than the sort may be about the other. Where both name somebody, it is the
  /// same one.
  public func isLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.recording(let one, _, let first), .recording(let two, _, let second)):
      one == two && (first == nil || second == nil || first == second)
    case (.hls, .hls), (.rtmp, .rtmp), (.transcription, .transcription): true
    default: false
    }
  }

  /// Whether files may come while it still runs: each is one person's, and people leave.
  public var leavesFilesEarly: Bool {
    if case .recording(let mode, _, _) = self { mode != .room } else { false }
  }
}
