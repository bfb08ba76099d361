import Synchronization

/// The connections of one sort that this process holds, by id. It owns their tasks: none outlives it.
final class HeldConnections<Session: Sendable>: Sendable {
  struct Held: Sendable {
    let session: Session
    let task: Task<Void, Never>
  }

  private struct State {
    var held: [String: Held] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.held.count } }

  /// nil when it is not here.
  subscript(_ id: String) -> Held? { state.withLock { $0.held[id] } }

  /// Holds a session until it has run. False, and it does not run, when no more are taken.
  func start(_ id: String, _ session: Session, _ run: @escaping @Sendable (Session) async -> Void) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      let task = Task {
        await run(session)
        self.forget(id)
      }
      state.held[id] = Held(session: session, task: task)
      return true
    }
  }

  /// Takes no more, has all of them ended, and returns when they are.
  func close(_ end: (Held) -> Void) async {
    let all = state.withLock { state in
      state.isClosed = true
      return Array(state.held.values)
    }
    for held in all { end(held) }
    for held in all { await held.task.value }
  }

  private func forget(_ id: String) { state.withLock { $0.held[id] = nil } }
}
