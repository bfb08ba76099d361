/// What one file of a recording holds.
public enum RecordingMode: String, Sendable, Hashable, CaseIterable {
  /// Everybody, as one picture or one sound.
  case room
  /// One person's tracks together.
  case participant
  /// One track, as it came.
  case track
}
