import Synchronization

/// The tasks of a client: each is known, and none outlives `stop`.
package final class BackgroundWork: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    var next = 0
    var isStopped = false
  }

  private let state = Mutex(State())

  package init() {}

  /// nil when nothing may begin any more.
  @discardableResult
  package func start(_ body: @escaping @Sendable () async -> Void) -> Int? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      state.next += 1
      let id = state.next
      state.tasks[id] = Task {
        await body()
        self.forget(id)
      }
      return id
    }
  }

  /// Ends one task; returns when it has.
  package func end(_ id: Int) async {
    let task = state.withLock { $0.tasks[id] }
    task?.cancel()
    await task?.value
  }

  /// Asks one task to end, without waiting.
  package func cancel(_ id: Int) { state.withLock { $0.tasks[id] }?.cancel() }

  /// Ends them all, and returns when they have. Nothing begins until `resume`.
  package func stop() async {
    cancel()
    while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
  }

  /// Asks all of them to end, without waiting.
  package func cancel() {
    let tasks = state.withLock { state in
      state.isStopped = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  package func resume() { state.withLock { $0.isStopped = false } }

  /// How many have not ended.
  package var count: Int { state.withLock { $0.tasks.count } }

  private func forget(_ id: Int) { state.withLock { $0.tasks[id] = nil } }
}
