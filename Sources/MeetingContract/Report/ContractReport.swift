import Synchronization

/// Collects what one behaviour found. A behaviour goes on after an expectation that did not hold, and ends where it cannot
/// go on.
public final class ContractReport: Sendable {
  private struct State {
    var failures: [String] = []
    var skipped: String?
    var lacked: String?
    var deviation: String?
  }

  private let state = Mutex(State())

  public init() {}

  /// Records `message` unless `condition` holds.
  public func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    guard !condition else { return }
    fail(message())
  }

  /// The value, or a recorded failure and the end of the behaviour.
  public func require<Value>(_ value: Value?, _ message: @autoclosure () -> String) throws -> Value {
    guard let value else { return try stop(message()) }
    return value
  }

  /// Records a failure and goes on.
  public func fail(_ message: String) {
    state.withLock { $0.failures.append(message) }
  }

  /// Records a failure and ends the behaviour.
  public func stop<Value>(_ message: String) throws -> Value {
    fail(message)
    throw ContractStop()
  }

  /// Ends the behaviour as one that this harness cannot show.
  public func skip(_ reason: String) throws -> Never {
    state.withLock { $0.skipped = reason }
    throw ContractStop()
  }

  /// Ends the behaviour as one that is not about this provider.
  public func lack(_ reason: String) throws -> Never {
    state.withLock { $0.lacked = reason }
    throw ContractStop()
  }

  /// Says that failures of this behaviour are a known difference of the vendor. When none occurs, that is a failure.
  public func deviates(_ reason: String) {
    state.withLock { $0.deviation = reason }
  }

  /// The verdict so far.
  public var outcome: ContractOutcome {
    state.withLock { state in
      if let deviation = state.deviation {
        return state.failures.isEmpty ? .fail(["no longer deviates: \(deviation)"]) : .deviates(deviation)
      }
      if !state.failures.isEmpty { return .fail(state.failures) }
      if let lacked = state.lacked { return .lacks(lacked) }
      return state.skipped.map { .skipped($0) } ?? .pass
    }
  }
}
