/// How a client stands to the service.
public enum ConnectionStatus: Sendable, Hashable {
  /// Not asked to connect, or disconnected on purpose.
  case initialized
  case connecting
  case connected
  /// The connection broke; it is being made anew.
  case reconnecting
  /// The service refused for good.
  case disconnected(StreamVideoError)
}
