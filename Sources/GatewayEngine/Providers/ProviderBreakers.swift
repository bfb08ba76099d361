import Clocks
import MeetingCore
import Synchronization

/// One breaker per account and class of operation, so that a vendor whose writes hang can still be read.
final class ProviderBreakers: Sendable {
  private struct Key: Hashable {
    let account: String
    let kind: ProviderCalls.Class
  }

  /// nil = never opens.
  private let options: BreakerOptions?
  private let time: any TimeSource
  private let onChange: @Sendable (_ account: String, _ kind: ProviderCalls.Class, _ isOpen: Bool) -> Void
  private let breakers = Mutex<[Key: CircuitBreaker]>([:])

  init(
    _ options: BreakerOptions?, time: any TimeSource,
    onChange: @escaping @Sendable (_ account: String, _ kind: ProviderCalls.Class, _ isOpen: Bool) -> Void
  ) {
    self.options = options
    self.time = time
    self.onChange = onChange
  }

  /// Makes one try, unless the breaker is open: then it fails at once and the vendor is not asked.
  func guarding<Value: Sendable>(
    _ account: String, _ kind: ProviderCalls.Class, _ body: () async throws(ProviderFailure) -> Value
  ) async throws(ProviderFailure) -> Value {
    guard let options else { return try await body() }
    let key = Key(account: account, kind: kind)
    if let wait = change(key, options, { $0.admit(at: time.monotonicNanoseconds) }) {
      throw ProviderFailure(.leftAlone(retryAfter: wait), executed: .no, operation: kind == .read ? "reads" : "writes")
    }
    do {
      let value = try await body()
      record(.answered, key, options)
      return value
    } catch {
      record(Self.result(of: error), key, options)
      throw error
    }
  }

  /// The worst of the account's breakers; nil where none is kept.
  func state(of account: String) -> CircuitBreaker.State? {
    guard options != nil else { return nil }
    let now = time.monotonicNanoseconds
    let states = breakers.withLock { breakers in
      breakers.filter { $0.key.account == account }.map { $0.value.state(at: now) }
    }
    return states.contains(.open) ? .open : states.contains(.halfOpen) ? .halfOpen : .closed
  }

  private func record(_ result: CircuitBreaker.Result, _ key: Key, _ options: BreakerOptions) {
    let now = time.monotonicNanoseconds
    let (before, after) = change(key, options) { breaker in
      let before = breaker.state(at: now)
      _ = breaker.record(result, at: now)
      return (before, breaker.state(at: now))
    }
    // A probe that fails opens what was not closed.
    if (before == .closed) != (after == .closed) { onChange(key.account, key.kind, after != .closed) }
  }

  private func change<Value: Sendable>(
    _ key: Key, _ options: BreakerOptions, _ body: (inout CircuitBreaker) -> Value
  ) -> Value {
    breakers.withLock { body(&$0[key, default: CircuitBreaker(options)]) }
  }

  /// A refusal is an answer: only a vendor that cannot be reached, fails or keeps silent counts.
  private static func result(of failure: ProviderFailure) -> CircuitBreaker.Result {
    switch failure.reason {
    case .unavailable, .timeout: .failed
    case .cancelled, .leftAlone, .notConnected, .superseded: .abandoned
    default: .answered
    }
  }
}
