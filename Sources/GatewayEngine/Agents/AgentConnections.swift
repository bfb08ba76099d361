import MeetingCore
import Synchronization

/// The agents whose connections this process holds. It owns their tasks: none outlives it.
final class AgentConnections: Sendable {
  private struct Live {
    let session: AgentSession
    let task: Task<Void, Never>
  }

  private struct State {
    var live: [String: Live] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.live.count } }

  /// False when the gateway is stopping.
  func start(_ session: AgentSession, over connection: any LiveConnecting) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      let id = session.agent.id
      let task = Task {
        await session.run(connection)
        self.forget(id)
      }
      state.live[id] = Live(session: session, task: task)
      return true
    }
  }

  /// False when its connection is not here.
  func ask(_ request: LiveRequest, of agent: String) -> Bool {
    guard let live = state.withLock({ $0.live[agent] }) else { return false }
    live.session.ask(request)
    return true
  }

  /// Ends a connection and returns when its end is told; false when it is not here.
  func stop(_ agent: String, reason: String) async -> Bool {
    guard let live = state.withLock({ $0.live[agent] }) else { return false }
    live.session.note(reason: reason)
    live.task.cancel()
    await live.task.value
    return true
  }

  /// Takes no more and ends them all, each told.
  func close(reason: String) async {
    let all = state.withLock { state in
      state.isClosed = true
      return Array(state.live.values)
    }
    for live in all {
      live.session.note(reason: reason)
      live.task.cancel()
    }
    for live in all { await live.task.value }
  }

  private func forget(_ agent: String) { state.withLock { $0.live[agent] = nil } }
}
