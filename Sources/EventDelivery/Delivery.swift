/// What a subscription gives next.
package enum Delivery: Sendable {
  case events([TailEntry])
  /// Nothing happened for a while: time to show that the stream lives.
  case idle
  /// The position asked for is no longer kept; what follows begins at the oldest.
  case reset
  /// The log was trimmed past the follower before it could read on; this many positions are lost to it. The
  /// subscription ends. Being slow alone is no reason: whoever is behind the ring is served from the store.
  case lagged(dropped: Int64)
}
