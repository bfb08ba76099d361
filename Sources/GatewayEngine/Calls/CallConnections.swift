import MeetingCore
import Synchronization

/// The calls whose connections this process holds. It owns their tasks: none outlives it.
final class CallConnections: Sendable {
  private struct Live {
    let session: CallSession
    let task: Task<Void, Never>
  }

  private struct State {
    var live: [String: Live] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.live.count } }

  /// False when the gateway is stopping.
  func start(_ session: CallSession, over connection: any CallConnecting) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      let id = session.call.id
      let task = Task {
        await session.run(connection)
        self.forget(id)
      }
      state.live[id] = Live(session: session, task: task)
      return true
    }
  }

  /// nil when its connection is not here.
  func session(_ call: String) -> CallSession? { state.withLock { $0.live[call]?.session } }

  /// Lets go of a call whose end is told already.
  func release(_ call: String) { session(call)?.finish(.told(.ended(.hungUp))) }

  /// Takes no more and ends them all, each told.
  func close() async {
    let all = state.withLock { state in
      state.isClosed = true
      return Array(state.live.values)
    }
    let error = CallError(.gatewayStopped, "the gateway that held the call was stopped", isRetryable: true)
    for live in all { live.session.finish(.told(.failed(error))) }
    for live in all { await live.task.value }
  }

  private func forget(_ call: String) { state.withLock { $0.live[call] = nil } }
}
