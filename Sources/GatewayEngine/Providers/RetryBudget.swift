import Synchronization

/// Retries may be a tenth of the traffic: each call earns a tenth of a retry, up to a small reserve.
final class RetryBudget: Sendable {
  private static let reserve = 100
  private let tenths = Mutex(RetryBudget.reserve)

  func earn() { tenths.withLock { $0 = min(Self.reserve, $0 + 1) } }

  func spend() -> Bool {
    tenths.withLock { tenths in
      guard tenths >= 10 else { return false }
      tenths -= 10
      return true
    }
  }
}
