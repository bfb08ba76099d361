import Clocks
package import MeetingCore
import Synchronization

/// Every call of a provider goes through here: deadline, retry, breaker, timing, health and the mapping of failures, once.
package final class ProviderCalls: Sendable {
  /// Reads may be repeated; writes only when the vendor surely did nothing.
  package enum Class: String, Sendable, Hashable {
    case read, write

    var operations: OperationClass { self == .read ? .read : .write }
  }

  private let time: any TimeSource
  private let health: ProviderHealth
  private let breakers: ProviderBreakers
  private let meters: EngineMeters
  private let budgets = Mutex<[String: RetryBudget]>([:])

  init(time: any TimeSource, health: ProviderHealth, breakers: ProviderBreakers, meters: EngineMeters) {
    self.time = time
    self.health = health
    self.breakers = breakers
    self.meters = meters
  }

  /// Runs one operation with its retries, or throws the vendor's last failure. The deadline bounds all tries together.
  /// Without `repeats` there is one try: the caller sees to the next.
  package func run<Value: Sendable>(
    _ account: ProviderAccount, _ kind: Class, _ context: CallContext, repeats: Bool = true,
    _ body: () async throws(ProviderFailure) -> Value
  ) async throws(ProviderFailure) -> Value {
    let budget = budget(of: account.name)
    var attempt = 0
    while true {
      do {
        let value = try await breakers.guarding(account.name, kind) { () throws(ProviderFailure) in
          try await timed(account, body)
        }
        budget.earn()
        return value
      } catch {
        guard repeats, let pause = pause(after: error, attempt: attempt, kind, context), budget.spend() else {
          throw error
        }
        attempt += 1
        do { try await time.sleep(for: pause) } catch {
          throw ProviderFailure(.cancelled, executed: .no, operation: "retry")
        }
      }
    }
  }

  /// How long to wait before the next try; nil = no more tries.
  private func pause(after failure: ProviderFailure, attempt: Int, _ kind: Class, _ context: CallContext) -> Duration? {
    guard attempt < 2, isWorthwhile(failure, kind) else { return nil }
    var pause: Duration = attempt == 0 ? .milliseconds(100) : .milliseconds(400)
    if case .rateLimited(let after) = failure.reason {
      guard let after, after <= .seconds(2) else { return nil }
      pause = max(pause, after)
    }
    return ContinuousClock.now.advanced(by: pause + .milliseconds(200)) < context.deadline ? pause : nil
  }

  private func isWorthwhile(_ failure: ProviderFailure, _ kind: Class) -> Bool {
    switch failure.reason {
    case .unavailable: kind == .read || failure.executed == .no
    case .timeout: kind == .read
    case .rateLimited: failure.executed == .no
    default: false
    }
  }

  private func timed<Value: Sendable>(
    _ account: ProviderAccount, _ body: () async throws(ProviderFailure) -> Value
  ) async throws(ProviderFailure) -> Value {
    let start = ContinuousClock.now
    meters.providerCalls(account.name, 1)
    defer { meters.providerCalls(account.name, -1) }
    do {
      let value = try await body()
      note(account, "ok", start)
      health.succeeded(account.name, at: now)
      return value
    } catch {
      let code = FailureMapping.code(error)
      note(account, code.rawValue, start)
      health.failed(account.name, code, at: now)
      throw error
    }
  }

  private func note(_ account: ProviderAccount, _ outcome: String, _ start: ContinuousClock.Instant) {
    let duration = ContinuousClock.now - start
    RequestTimings.current?.add(provider: duration)
    meters.providerCall(account.name, outcome, duration)
  }

  private var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  private func budget(of account: String) -> RetryBudget {
    budgets.withLock { budgets in
      if let known = budgets[account] { return known }
      let fresh = RetryBudget()
      budgets[account] = fresh
      return fresh
    }
  }
}
