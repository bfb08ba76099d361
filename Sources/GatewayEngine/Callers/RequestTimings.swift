import Synchronization

/// Where one request's time went. The facade binds it to the request's task; whoever waits for a provider adds to it.
package final class RequestTimings: Sendable {
  /// The timings of the request being served; nil outside of one. Work moved to another task must bind it again.
  @TaskLocal package static var current: RequestTimings?

  private let spent = Mutex(Duration.zero)

  package init() {}

  /// Time spent waiting for the provider so far. Overlapping waits add up.
  package var provider: Duration { spent.withLock { $0 } }

  package func add(provider duration: Duration) { spent.withLock { $0 += duration } }
}
