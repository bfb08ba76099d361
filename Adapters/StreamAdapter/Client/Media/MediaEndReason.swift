/// Why the media server sends somebody away.
package enum MediaEndReason: Sendable, Hashable {
  /// The call was ended for everybody.
  case ended
  /// It went back behind the stage.
  case liveEnded
  case kicked
  /// The session is over, e.g. by its longest duration.
  case sessionEnded
  /// One this client does not know.
  case other(String)

  package init(name: String) {
    switch name {
    case "ENDED": self = .ended
    case "LIVE_ENDED": self = .liveEnded
    case "KICKED": self = .kicked
    case "SESSION_ENDED": self = .sessionEnded
    default: self = .other(name)
    }
  }
}
