import Glibc

/// The machine's clocks.
package struct SystemTime: TimeSource {
  package init() {}

  package var wallNanoseconds: Int64 { read(CLOCK_REALTIME) }
  package var monotonicNanoseconds: Int64 { read(CLOCK_MONOTONIC) }

  package func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }

  private func read(_ clock: clockid_t) -> Int64 {
    var value = timespec()
    unsafe clock_gettime(clock, &value)
    return Int64(value.tv_sec) * 1_000_000_000 + Int64(value.tv_nsec)
  }
}
