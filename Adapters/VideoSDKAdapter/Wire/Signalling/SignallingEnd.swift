import MeetingCore

/// How a connection's time in the room came to its end.
enum SignallingEnd: Sendable, Hashable {
  /// It left by itself.
  case left
  /// The service sent it away: coming back is of no use, or somebody's decision against it.
  case dismissed(SignallingDeparture)
  /// It never came in.
  case refused(ProviderFailure)
  /// The connection broke or fell silent, and nobody was sent away.
  case lost(ProviderFailure)
}
