import Synchronization

/// The open connections by id, the number of running tasks, and who waits for both to be gone.
final class ConnectionTable: Sendable {
  private struct Rows {
    var connections: [UInt64: Connection] = [:]
    var nextID: UInt64 = 16
    var isDraining = false
    var isAborting = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let rows = Mutex(Rows())
  private let tasks = Atomic<Int>(0)
  /// Accepted and not yet closed.
  private let accepted = Atomic<Int>(0)

  var count: Int { accepted.load(ordering: .relaxed) }

  func noteAccepted() { accepted.add(1, ordering: .relaxed) }

  func noteRejected() { accepted.subtract(1, ordering: .relaxed) }

  /// Adds the connection `make` builds; tells whether the server already drains or aborts.
  func insert(_ make: (UInt64) -> Connection) -> (connection: Connection, drains: Bool, aborts: Bool) {
    rows.withLock { rows in
      let connection = make(rows.nextID)
      rows.nextID += 1
      rows.connections[connection.id] = connection
      return (connection, rows.isDraining, rows.isAborting)
    }
  }

  func remove(_ id: UInt64) {
    accepted.subtract(1, ordering: .relaxed)
    rows.withLock { $0.connections[id] = nil }
    releaseIfEmpty()
  }

  subscript(id: UInt64) -> Connection? { rows.withLock { $0.connections[id] } }

  func taskStarted() { tasks.add(1, ordering: .sequentiallyConsistent) }

  func taskEnded() {
    if tasks.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { releaseIfEmpty() }
  }

  var runningTasks: Int { tasks.load(ordering: .relaxed) }

  func startDraining() -> [Connection] {
    rows.withLock { rows in
      rows.isDraining = true
      return Array(rows.connections.values)
    }
  }

  func startAborting() -> [Connection] {
    rows.withLock { rows in
      rows.isAborting = true
      return Array(rows.connections.values)
    }
  }

  /// Returns when no connection is open and no task runs, or when `release` is called.
  /// `waiting` runs once the waiter is known: a limit of no time at all must not pass unheard.
  func waitUntilEmpty(_ waiting: () -> Void) async {
    await withCheckedContinuation { continuation in
      rows.withLock { $0.waiter = continuation }
      waiting()
      releaseIfEmpty()
    }
  }

  func release() {
    rows.withLock { rows in
      defer { rows.waiter = nil }
      return rows.waiter
    }?.resume()
  }

  private func releaseIfEmpty() {
    let isEmpty = rows.withLock { $0.waiter != nil && $0.connections.isEmpty }
    if isEmpty && tasks.load(ordering: .sequentiallyConsistent) == 0 { release() }
  }
}
