import JSONCoding
import MockKit
import Synchronization

/// How the bridge answers whoever connects.
package enum AgentBridgeMode: String, Sendable, CaseIterable {
  case up
  /// Every connect is answered with the opaque error of code 42, as was seen for months.
  case down
  /// Connects and says nothing.
  case silent
}

/// Every agent that is connected, and how the bridge behaves.
final class AgentBridges: Sendable {
  private struct State {
    var mode: AgentBridgeMode
    var dialect: AgentDialect
    var open: [AgentBridge] = []
  }

  private let state: Mutex<State>

  init(_ options: StreamMockOptions) {
    state = Mutex(State(mode: options.agentBridge, dialect: options.agentEvents))
  }

  var mode: AgentBridgeMode { state.withLock { $0.mode } }
  var dialect: AgentDialect { state.withLock { $0.dialect } }

  func set(_ mode: AgentBridgeMode?, _ dialect: AgentDialect?) {
    state.withLock { state in
      state.mode = mode ?? state.mode
      state.dialect = dialect ?? state.dialect
    }
  }

  func add(_ bridge: AgentBridge) { state.withLock { $0.open.append(bridge) } }
  func remove(_ bridge: AgentBridge) { state.withLock { $0.open.removeAll { $0 === bridge } } }

  /// The agents of a call, in the order in which they came.
  func agents(in cid: String, of tenant: String) -> [AgentBridge] {
    state.withLock { $0.open.filter { $0.tenant == tenant && $0.cid == cid } }
  }

  /// Everybody is told goodbye.
  func closeAll() {
    for bridge in state.withLock({ $0.open }) { bridge.close(1001, "going away") }
  }

  /// Agents hear who comes and who goes. One that has left itself has nothing more to do.
  func tell(_ event: MockEvent) {
    guard Self.forwarded.contains(event.type), let cid = event.payload["call_cid"]?.stringValue else { return }
    for bridge in agents(in: cid, of: event.tenant) {
      bridge.send(event.payload)
      let gone = event.payload["participant"]?["user_session_id"]?.stringValue
      if event.type == "call.session_participant_left", gone != nil, gone == bridge.participant {
        bridge.close(1000, "the agent has left the call")
      }
    }
  }

  private static let forwarded: Set<String> = ["call.session_participant_joined", "call.session_participant_left"]
}
