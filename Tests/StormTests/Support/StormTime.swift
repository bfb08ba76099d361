import Clocks

/// The vendor's calendar with the machine's patience: both sides date things alike, and nobody's waiting stands still.
struct StormTime: TimeSource {
  let calendar: ManualTime
  private let machine = SystemTime()

  init(_ calendar: ManualTime) { self.calendar = calendar }

  var wallNanoseconds: Int64 { calendar.wallNanoseconds }
  var monotonicNanoseconds: Int64 { machine.monotonicNanoseconds }
  func sleep(for duration: Duration) async throws { try await machine.sleep(for: duration) }
}
