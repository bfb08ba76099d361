import Synchronization

/// Owns every task the engine starts on its own: none is free, all are waited for or cancelled at shutdown.
package final class TaskTracker: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    /// Of these, the ones a shutdown waits for.
    var awaited: Set<Int> = []
    var next = 0
    var closed = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var count: Int { state.withLock { $0.tasks.count } }

  /// Runs `work` on its own; false when shut down already. What is not `awaited` is not worth holding up a shutdown, which
  /// cancels it.
  @discardableResult
  package func spawn(awaited: Bool = true, _ work: @escaping @Sendable () async -> Void) -> Bool {
    state.withLock { state in
      guard !state.closed else { return false }
      state.next += 1
      let id = state.next
      if awaited { state.awaited.insert(id) }
      state.tasks[id] = Task {
        await work()
        self.finished(id)
      }
      return true
    }
  }

  /// Runs `work` to its end although the caller may be cancelled. After shutdown it runs in the caller's task.
  package func shielded<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    let value: Value? = await withCheckedContinuation { continuation in
      let accepted = spawn { continuation.resume(returning: await work()) }
      if !accepted { continuation.resume(returning: nil) }
    }
    if let value { return value }
    return await work()
  }

  /// Waits until nothing runs that is to be waited for.
  package func idle() async {
    await withCheckedContinuation { continuation in
      let now = state.withLock { state in
        if state.awaited.isEmpty { return true }
        state.waiters.append(continuation)
        return false
      }
      if now { continuation.resume() }
    }
  }

  /// Takes no more and cancels what still runs.
  package func close() {
    let running = state.withLock { state in
      state.closed = true
      return Array(state.tasks.values)
    }
    for task in running { task.cancel() }
  }

  private func finished(_ id: Int) {
    let waiters = state.withLock { state in
      state.tasks[id] = nil
      state.awaited.remove(id)
      guard state.awaited.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
