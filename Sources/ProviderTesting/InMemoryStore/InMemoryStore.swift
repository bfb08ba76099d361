package import Store
import Synchronization

/// A store without a disk, for tests and demonstrations: the whole protocol, in one process's memory.
///
/// Faults can be switched on: the next commits fail, or a hook looks at each of them first.
package final class InMemoryStore: Store {
  /// In a struct: a bare closure would be wrapped again at each use.
  private struct Pause: Sendable { let wait: @Sendable () async -> Void }

  private struct Guarded {
    var rows = MemoryRows()
    var listener: (@Sendable ([EventRecord]) -> Void)?
    var hook: (@Sendable (StoreCommit) -> StoreFailure?)?
    var pause: Pause?
    var failures = 0
    var reads = 0
    var isHealthy = true
    var isClosed = false
  }

  private let guarded = Mutex(Guarded())

  package init() {}

  /// The inbox, as it came in.
  package var deliveries: [InboxRecord] {
    guarded.withLock { $0.rows.inbox.values.sorted { ($0.receivedAt, $0.id) < ($1.receivedAt, $1.id) } }
  }

  // MARK: Faults

  /// Each of the next `count` writing calls throws and changes nothing; `isHealthy` is false until one succeeds.
  package func failNextCommits(_ count: Int) {
    guarded.withLock { $0.failures = count }
  }

  /// Looks at every commit before it is applied; a failure returned is thrown. The hook must not call the store.
  package func beforeCommit(_ hook: (@Sendable (StoreCommit) -> StoreFailure?)?) {
    guarded.withLock { $0.hook = hook }
  }

  /// Holds every commit back after it is applied and told, before its caller is: as a slow machine may.
  package func afterCommit(_ wait: (@Sendable () async -> Void)?) {
    guarded.withLock { $0.pause = wait.map(Pause.init) }
  }

  /// How many reading calls there were.
  package var readCount: Int { guarded.withLock { $0.reads } }

  // MARK: Following

  package func onCommit(_ listener: @escaping @Sendable ([EventRecord]) -> Void) {
    guarded.withLock { $0.listener = listener }
  }

  package var isHealthy: Bool { guarded.withLock { $0.isHealthy } }

  package func close() async {
    guarded.withLock { $0.isClosed = true }
  }

  // MARK: Access to the rows

  /// Applies a commit and tells the listener under the same lock, so that it hears positions in order.
  package func commit(_ commit: StoreCommit) async throws(StoreFailure) -> StoreCommitResult {
    let result = try writing(hooked: commit) { rows throws(StoreFailure) in try rows.apply(commit) }
    await guarded.withLock { $0.pause }?.wait()
    return result
  }

  func writing<Value: Sendable>(
    hooked commit: StoreCommit? = nil, _ body: (inout MemoryRows) throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try guarded.withLock { state throws(StoreFailure) in
      try Self.admitWrite(&state, commit)
      let before = state.rows.newestPosition
      let value = try body(&state.rows)
      state.isHealthy = true
      let events = state.rows.events(after: before)
      if !events.isEmpty { state.listener?(events) }
      return value
    }
  }

  func reading<Value: Sendable>(_ body: (borrowing MemoryRows) -> Value) throws(StoreFailure) -> Value {
    try guarded.withLock { state throws(StoreFailure) in
      if state.isClosed { throw StoreFailure("closed") }
      state.reads += 1
      return body(state.rows)
    }
  }

  private static func admitWrite(_ state: inout Guarded, _ commit: StoreCommit?) throws(StoreFailure) {
    if state.isClosed { throw StoreFailure("closed") }
    if state.failures > 0 {
      state.failures -= 1
      state.isHealthy = false
      throw StoreFailure("fault injected")
    }
    if let commit, let failure = state.hook?(commit) {
      state.isHealthy = false
      throw failure
    }
  }
}
