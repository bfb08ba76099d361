import Synchronization

/// Runs what it is given, one after the other and in order, where the app wants its listeners called.
final class CallbackQueue: Sendable {
  private struct Item {
    let work: @Sendable () -> Void
    let done: CheckedContinuation<Void, Never>?
  }

  private struct State {
    var items: [Item] = []
    var isRunning = false
  }

  private let executor: CallbackExecutor
  private let state = Mutex(State())

  init(_ executor: CallbackExecutor) { self.executor = executor }

  func enqueue(_ work: @escaping @Sendable () -> Void) { add(Item(work: work, done: nil)) }

  /// Returns when it has run. Not cut short by cancellation.
  func run(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in add(Item(work: work, done: done)) }
  }

  /// Whether nothing runs or waits.
  var isIdle: Bool { state.withLock { !$0.isRunning } }

  private func add(_ item: Item) {
    let begins = state.withLock { state in
      state.items.append(item)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    // It ends by itself when nothing waits any more, and holds nothing of the meeting but what it is given.
    if begins { Task { await drain() } }
  }

  private func drain() async {
    while let item = next() {
      await executor.perform(item.work)
      item.done?.resume()
    }
  }

  private func next() -> Item? {
    state.withLock { state in
      state.isRunning = !state.items.isEmpty
      return state.items.isEmpty ? nil : state.items.removeFirst()
    }
  }
}
