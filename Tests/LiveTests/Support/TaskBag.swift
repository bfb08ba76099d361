import Synchronization

/// Tasks that go on until the end.
final class TaskBag: Sendable {
  private let tasks = Mutex<[Task<Void, Never>]>([])

  func add(_ task: Task<Void, Never>) { tasks.withLock { $0.append(task) } }

  func end() async {
    let all = tasks.withLock { $0 }
    for task in all { task.cancel() }
    for task in all { await task.value }
  }
}
