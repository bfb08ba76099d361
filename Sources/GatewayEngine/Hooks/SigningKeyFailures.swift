import Synchronization

/// Accounts whose key could not be fetched a moment ago.
final class SigningKeyFailures: Sendable {
  private let until = Mutex<[String: Int64]>([:])

  func isRecent(_ account: String, now: Int64) -> Bool { until.withLock { $0[account].map { now < $0 } ?? false } }
  func note(_ account: String, until time: Int64) { until.withLock { $0[account] = time } }
  func forget(_ account: String) { until.withLock { $0[account] = nil } }
}
