/// How an account hears of what happens in its rooms.
public enum StreamEvents: String, Sendable, CaseIterable {
  /// The service posts it.
  case webhooks
  /// Over a connection of a service user, who watches the rooms.
  case socket
  /// Both ways; each thing is taken once.
  case both
}
