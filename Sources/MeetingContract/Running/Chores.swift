import Synchronization

/// What goes on beside a behaviour for as long as it takes.
final class Chores: Sendable {
  private let tasks = Mutex<[Task<Void, Never>]>([])

  /// `work` must return soon after it was cancelled.
  func begin(_ work: @escaping @Sendable () async -> Void) {
    tasks.withLock { $0.append(Task { await work() }) }
  }

  /// Ends all of it and waits until it has.
  func end() async {
    let running = tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    for task in running { task.cancel() }
    for task in running { await task.value }
  }
}
