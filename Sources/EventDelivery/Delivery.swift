/// What a subscription gives next.
package enum Delivery: Sendable {
  case events([TailEntry])
  /// Nothing happened for a while: time to show that the stream lives.
  case idle
  /// The position asked for is no longer kept; what follows begins at the oldest.
  case reset
  /// Events were trimmed before they could be read. The subscription ends.
  case lagged
}
