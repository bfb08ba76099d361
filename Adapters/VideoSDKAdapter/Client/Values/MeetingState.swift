/// How a meeting's connection is. Written as the vendor's SDK writes it.
public enum MeetingState: String, Sendable, Hashable, CaseIterable {
  case CONNECTING
  case CONNECTED
  /// The connection broke and is being made anew. What asks the service is refused meanwhile.
  case RECONNECTING
  /// The last of a session that was entered; told directly before it is said to be left.
  case DISCONNECTED
  /// The session was never entered.
  case FAILED
}
