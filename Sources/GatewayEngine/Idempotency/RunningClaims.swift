import Store
import Synchronization

/// The claims that this process is working on now, and what an earlier run of theirs had begun to create.
final class RunningClaims: Sendable {
  private struct State {
    var resources: [String: String?] = [:]
    /// Requests that are asking the store for a claim: one of them may have it already and not run yet.
    var asking: [String: Int] = [:]
  }

  private let state = Mutex(State())

  static func name(_ claim: IdempotencyClaim) -> String { "\(claim.principal)\n\(claim.route)\n\(claim.key)" }

  /// Before the store is asked for a claim; `answered` must follow.
  func asks(_ claim: IdempotencyClaim) { state.withLock { $0.asking[Self.name(claim), default: 0] += 1 } }

  /// The store has answered. A claim that was given is begun in the same step, so that nobody finds it unattended;
  /// false when somebody here has taken it over meanwhile, or it was not given.
  func answered(_ claim: IdempotencyClaim, given: Bool) -> Bool {
    let name = Self.name(claim)
    return state.withLock { state in
      state.asking[name, default: 1] -= 1
      if state.asking[name] == 0 { state.asking[name] = nil }
      return given && Self.begin(name, nil, &state)
    }
  }

  /// False when somebody here has it already.
  func begin(_ claim: IdempotencyClaim, resource: String? = nil) -> Bool {
    state.withLock { Self.begin(Self.name(claim), resource, &$0) }
  }

  func end(_ claim: IdempotencyClaim) { state.withLock { $0.resources[Self.name(claim)] = nil } }
  func resource(of claim: IdempotencyClaim) -> String? { state.withLock { $0.resources[Self.name(claim)] ?? nil } }

  /// Whether somebody here runs it, or may be about to.
  func contains(_ claim: IdempotencyClaim) -> Bool {
    let name = Self.name(claim)
    return state.withLock { $0.resources[name] != nil || $0.asking[name] != nil }
  }

  private static func begin(_ name: String, _ resource: String?, _ state: inout State) -> Bool {
    guard state.resources[name] == nil else { return false }
    state.resources[name] = .some(resource)
    return true
  }
}
