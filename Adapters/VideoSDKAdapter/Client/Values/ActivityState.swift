/// What becomes of a recording, a livestream, HLS or a transcription. Written as the vendor's SDK writes it.
public enum ActivityState: String, Sendable, Hashable {
  case STARTING
  case STARTED
  /// Of HLS only: there is something to play.
  case PLAYABLE
  case STOPPING
  case STOPPED
  case FAILED

  init(_ phase: SignallingActivity.Phase) {
    self =
      switch phase {
      case .starting: .STARTING
      case .started: .STARTED
      case .playable: .PLAYABLE
      case .stopping: .STOPPING
      case .stopped: .STOPPED
      case .failed: .FAILED
      }
  }
}
