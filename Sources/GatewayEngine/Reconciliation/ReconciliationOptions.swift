/// How often rooms are read from their vendors without anybody asking.
package struct ReconciliationOptions: Sendable, Hashable {
  /// Between two readings of a room that is live or has a session.
  package let interval: Duration
  /// Between two readings of a room in backstage with nobody in.
  package let idleInterval: Duration
  /// The most requests to one provider account for this in a minute; 0 = rooms are read on demand alone.
  package let requestsPerMinute: Int
  /// How soon a hint is followed, and how finely the intervals are kept.
  package let tick: Duration

  package init(
    interval: Duration = .seconds(30), idleInterval: Duration = .seconds(300), requestsPerMinute: Int = 30,
    tick: Duration = .seconds(2)
  ) {
    self.interval = interval
    self.idleInterval = idleInterval
    self.requestsPerMinute = requestsPerMinute
    self.tick = tick
  }
}
