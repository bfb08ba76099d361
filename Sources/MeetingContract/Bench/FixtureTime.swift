import Clocks
import MeetingCore

/// The fixture's wall clock for the gateway; waiting goes by the machine's.
struct FixtureTime: TimeSource {
  let now: @Sendable () -> Timestamp
  private let system = SystemTime()

  init(_ now: @escaping @Sendable () -> Timestamp) { self.now = now }

  var wallNanoseconds: Int64 { now().nanoseconds }
  var monotonicNanoseconds: Int64 { system.monotonicNanoseconds }
  func sleep(for duration: Duration) async throws { try await system.sleep(for: duration) }
}
