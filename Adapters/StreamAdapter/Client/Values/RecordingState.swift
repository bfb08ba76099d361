/// Whether a call is recorded.
public enum RecordingState: String, Sendable, Hashable {
  case noRecording
  /// Asked for by this client; the service has not told yet that it runs.
  case requested
  case recording
}
