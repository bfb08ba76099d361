/// What the caller's own side tells of a call: nobody else knows how its media fare.
public struct CallReport: Sendable, Hashable {
  /// How the media fare.
  public enum Connection: String, Sendable, Hashable, CaseIterable {
    case connected
    /// Lost for the moment: it may come back by itself.
    case disconnected
    case failed
    /// The audio was taken away for good, by another call for instance.
    case interrupted
  }

  /// Each nil = nothing is said of it.
  public let connection: Connection?
  public let muted: Bool?
  public let audio: CallAudio?

  public init(connection: Connection? = nil, muted: Bool? = nil, audio: CallAudio? = nil) {
    self.connection = connection
    self.muted = muted
    self.audio = audio
  }
}
