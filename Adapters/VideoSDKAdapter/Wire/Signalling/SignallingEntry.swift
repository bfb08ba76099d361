/// What somebody who comes in is told.
struct SignallingEntry: Sendable, Hashable {
  /// The service's id of the session; nil where it did not say.
  let session: String?
  /// Whoever was there already, without the one who comes in.
  let peers: [SignallingPeer]
  /// False when the answer did not say who is there: there may be others.
  let knowsPeers: Bool
  /// What was kept of topics.
  let messages: [SignallingMessage]
}
