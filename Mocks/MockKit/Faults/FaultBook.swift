package import JSONCoding
import Synchronization

/// The faults in waiting; the oldest that matches strikes first.
package final class FaultBook: Sendable {
  private struct State {
    var rules: [FaultRule] = []
    var nextID = 1
  }

  private let state = Mutex(State())

  package init() {}

  package func add(_ object: JSONObject) throws(ControlRefusal) -> FaultRule {
    try state.withLock { state throws(ControlRefusal) in
      let rule = try FaultRule(id: state.nextID, object)
      state.nextID += 1
      state.rules.append(rule)
      return rule
    }
  }

  /// The fault for a request, counted down.
  package func take(method: String, path: String, operation: String?) -> MockFault? {
    state.withLock { state in
      for index in state.rules.indices where state.rules[index].accepts(method, path, operation) {
        guard state.rules[index].after == 0 else {
          state.rules[index].after -= 1
          continue
        }
        let fault = state.rules[index].fault
        state.rules[index].times -= 1
        if state.rules[index].times == 0 { state.rules.remove(at: index) }
        return fault
      }
      return nil
    }
  }

  package var rules: [FaultRule] { state.withLock { $0.rules } }

  /// False when there is no such fault.
  package func remove(id: String) -> Bool {
    state.withLock { state in
      let count = state.rules.count
      state.rules.removeAll { String($0.id) == id }
      return state.rules.count < count
    }
  }

  package func removeAll() { state.withLock { $0.rules = [] } }
}
