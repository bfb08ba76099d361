/// How this client stands to the media side of a call it has joined.
public enum ReconnectionStatus: String, Sendable, Hashable {
  /// In the call, or not joined at all.
  case connected
  /// The way to the call broke; it is being looked for.
  case reconnecting
  /// The service moves the call to another place.
  case migrating
  /// Out: sent away, the call is over, or the way back was not found.
  case disconnected
}
