/// Where reading the log starts.
package enum EventsStart: Sendable, Hashable {
  /// At what comes next.
  case now
  /// At the oldest kept.
  case oldest
  /// Behind this position (an SSE `id` or a `next_cursor`).
  case position(Int64)
  /// Behind this sequence of the room.
  case sequence(Int64)
}
