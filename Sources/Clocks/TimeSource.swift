/// Where everything that needs the time gets it, so that tests can set and step it.
///
/// Wall time is for what people and vendors read (timestamps, token expiry); monotonic time is for measuring and waiting.
package protocol TimeSource: Sendable {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  var wallNanoseconds: Int64 { get }
  /// Nanoseconds since an arbitrary start; never goes back.
  var monotonicNanoseconds: Int64 { get }
  /// Returns after `duration` of this source's time. Throws only `CancellationError`, at once when the task is cancelled.
  func sleep(for duration: Duration) async throws
}
