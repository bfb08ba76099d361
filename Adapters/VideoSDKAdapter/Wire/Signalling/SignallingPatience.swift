/// How long a signalling connection waits.
struct SignallingPatience: Sendable, Hashable {
  /// For the answer to one request: what the service's own clients give it.
  var request: Duration = .seconds(15)
  /// For the way in: for its first answer, for the connection and for being in. The service is silent for about twenty seconds about a room that does not exist.
  var join: Duration = .seconds(15)
  /// For somebody to open the door, where the token only lets one ask.
  var lobby: Duration = .seconds(600)
}
