public import MeetingCore

/// What the media of a call tells.
public enum CallMediaEvent: Sendable, Hashable {
  public enum Connection: Sendable, Hashable {
    case connected
    /// For a while, perhaps.
    case disconnected
    case failed
    case closed
  }

  public enum Interruption: Sendable, Hashable {
    /// Something else has the audio.
    case began
    /// The audio is back.
    case endedResume
    /// The audio will not come back.
    case endedStop
  }

  case connection(Connection)
  /// A local candidate was found; an empty one says that it was the last.
  case candidate(ICECandidate)
  case interruption(Interruption)
  /// What is plugged in and paired now, besides the built-in devices.
  case accessories([AudioDevice])
}
