/// What a recording takes down.
public enum RecordingKind: String, Sendable, Hashable, CaseIterable {
  /// The call as a whole.
  case composite
  /// Everybody by themselves.
  case individual
  /// What arrives, as it arrives.
  case raw
}
