package import Metrics

/// What the engine counts.
package struct EngineMeters: Sendable {
  private let registry: MetricRegistry

  package init(_ registry: MetricRegistry) { self.registry = registry }

  func hook(_ provider: String, _ outcome: String) {
    registry.count(
      "switchboard_hooks_total", ["provider": provider, "outcome": outcome],
      help: "Deliveries from vendors by what became of them.")
  }

  func reconciled(_ provider: String, _ outcome: String) {
    registry.count(
      "switchboard_reconciled_rooms_total", ["provider": provider, "outcome": outcome],
      help: "Rooms read from vendors by what came of it: changed means that something had been missed.")
  }

  /// What became of something that a vendor told over a connection of ours.
  func watched(_ provider: String, _ outcome: String) {
    registry.count(
      "switchboard_watched_events_total", ["provider": provider, "outcome": outcome],
      help: "Events that vendors told over a connection of ours, by what became of them.")
  }

  /// Whether rooms are followed over a connection (1) or not (0).
  func following(_ provider: String, _ value: Double) {
    registry.set(
      "switchboard_watching", ["provider": provider], to: value,
      help: "Whether a connection follows the provider's rooms.")
  }

  func watchLost(_ provider: String) {
    registry.count(
      "switchboard_watching_lost_total", ["provider": provider],
      help: "How often the connection that follows the provider's rooms was lost, or could not be made.")
  }

  /// A seat in a room of an account's was taken (1) or is gone (-1).
  func seats(_ provider: String, _ change: Int) {
    registry.raise(
      "switchboard_seats", ["provider": provider], by: Double(change),
      help: "Rooms in which the gateway has a seat of its own.")
  }

  /// Rooms beyond the most seats that an account may have.
  func seatsWaiting(_ provider: String, _ count: Int) {
    registry.set(
      "switchboard_seats_waiting", ["provider": provider], to: Double(count),
      help: "Rooms with people that have no seat of the gateway's, because the account has its most.")
  }

  func seatLost(_ provider: String) {
    registry.count(
      "switchboard_seats_lost_total", ["provider": provider],
      help: "How often a seat in a room was lost, or could not be taken.")
  }

  /// Whether tenants are told that a class of an account's operations is in trouble (1) or not (0).
  func degraded(_ provider: String, _ operations: String, isDegraded: Bool) {
    registry.set(
      "switchboard_provider_degraded", ["provider": provider, "operations": operations], to: isDegraded ? 1 : 0,
      help: "Whether a provider is in trouble, by what it is used for.")
  }

  func fellIntoTrouble(_ provider: String, _ operations: String) {
    registry.count(
      "switchboard_provider_degraded_total", ["provider": provider, "operations": operations],
      help: "How often a provider fell into trouble.")
  }

  func breakerOpened(_ provider: String, _ operations: String) {
    registry.count(
      "switchboard_provider_breaker_opened_total", ["provider": provider, "operations": operations],
      help: "How often a provider was left alone after failures.")
  }

  func cleared(rows: Int, events: Int) {
    for (what, count) in [("rows", rows), ("events", events)] where count > 0 {
      registry.count(
        "switchboard_store_cleared_total", ["what": what], by: Double(count),
        help: "Rows removed from the store because their time was over.")
    }
  }

  func policingFailed(_ provider: String) {
    registry.count(
      "switchboard_policing_failures_total", ["provider": provider],
      help: "Rules of rooms that could not be kept: somebody not thrown out, not muted, not let in again.")
  }

  /// A call to a vendor begins (1) or has ended (-1).
  func providerCalls(_ provider: String, _ change: Int) {
    registry.raise(
      "switchboard_provider_calls_in_flight", ["provider": provider], by: Double(change),
      help: "Calls to vendors that have not ended.")
  }

  /// The streams that follow the log, as `tail` counts them.
  func watchStreams(_ count: @escaping @Sendable () -> Int) {
    registry.watch("switchboard_event_streams_open", help: "Event streams that clients follow.") { Double(count()) }
  }

  /// The engine's own tasks: shielded requests, commits, directives.
  func watchTasks(_ count: @escaping @Sendable () -> Int) {
    registry.watch("switchboard_engine_tasks_running", help: "Changes and follow-up work that have not ended.") {
      Double(count())
    }
  }

  func providerCall(_ provider: String, _ outcome: String, _ duration: Duration) {
    registry.observe(
      "switchboard_provider_call_seconds", ["provider": provider, "outcome": outcome],
      seconds: duration / .seconds(1), help: "How long calls to vendors took, by outcome.")
  }
}
