/// For how long the store keeps what nobody needs for ever.
package struct RetentionOptions: Sendable, Hashable {
  /// Of the log; zero = for ever. Whoever comes back with an older position is told so, and goes on from the oldest.
  package let events: Duration
  /// Of vendors' deliveries: a repeat is known for one within this time.
  package let deliveries: Duration
  /// Between two clearings.
  package let interval: Duration

  package init(
    events: Duration = .seconds(30 * 86_400), deliveries: Duration = .seconds(7 * 86_400),
    interval: Duration = .seconds(60)
  ) {
    self.events = events
    self.deliveries = deliveries
    self.interval = interval
  }
}
