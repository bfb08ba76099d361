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

  /// `wired` says whether there is a listener that can break answers on the wire.
  package func add(_ object: JSONObject, wired: Bool) throws(ControlRefusal) -> FaultRule {
    try state.withLock { state throws(ControlRefusal) in
      let rule = try FaultRule(id: state.nextID, object)
      guard wired || !rule.fault.needsWire else {
        throw ControlRefusal("this kind of fault needs a mock that listens on a port", field: "fault.kind")
      }
      state.nextID += 1
      state.rules.append(rule)
      return rule
    }
  }

  /// The fault for a request, counted down. `wired`: it came over the wire, where every kind can strike.
  package func take(method: String, path: String, operation: String?, wired: Bool) -> MockFault? {
    take { $0.accepts(method, path, operation) && (wired || !$0.fault.needsWire) }
  }

  /// The fault for a client that has just connected, counted down.
  package func takeOnAccept() -> MockFault? { take { $0.fault.strikesOnAccept } }

  private func take(_ accepts: (FaultRule) -> Bool) -> MockFault? {
    state.withLock { state in
      for index in state.rules.indices where accepts(state.rules[index]) {
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
