import Store
import Synchronization

/// One thread that owns the writing connection. Everything waiting when it is free becomes one transaction, so that the
/// price of reaching the disk is shared.
final class Writer: Sendable {
  private let path: String
  private let faults: SQLiteFaults
  private let queue = JobQueue<AnyJob<Transaction>>(workers: 1)
  private let ended = Countdown(1)
  private let listener = Mutex(Listener())
  private let healthy = Atomic<Bool>(true)

  /// A closure in a struct of its own: one that is a generic's whole value is wrapped once more by the compiler each time
  /// it is read through the mutex, so that every commit would make the next one slower, and its stack deeper.
  private struct Listener {
    var call: (@Sendable ([EventRecord]) -> Void)?
  }

  /// At most this many callers share one transaction.
  private static let batchLimit = 1_024
  /// How often a writer that failed tries again by itself: readiness, once off, keeps callers away who would find out.
  private static let probeMilliseconds: Int32 = 1_000

  init(path: String, faults: SQLiteFaults) throws(StoreFailure) {
    self.path = path
    self.faults = faults
    try WorkerThread.start { [self] in work() }
  }

  var isHealthy: Bool { healthy.load(ordering: .acquiring) }

  func onCommit(_ call: @escaping @Sendable ([EventRecord]) -> Void) {
    listener.withLock { $0.call = call }
  }

  /// Runs `body` in a transaction; returns after it is on disk.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws(SQLiteFailure) -> Value
  ) async throws(StoreFailure) -> Value {
    let result = await withCheckedContinuation { caller in
      let job = Job(caller: caller, body: body)
      if !queue.submit(job) { job.finish(StoreFailure("closed")) }
    }
    return try result.get()
  }

  /// Begins to end: the queue is finished, then the connection closed.
  func stop() { queue.close() }

  func waitUntilEnded() async { await ended.wait() }

  // MARK: On the thread

  private func work() {
    var connection: Connection?
    while let jobs = queue.take(
      worker: 0, atMost: Self.batchLimit, waiting: isHealthy ? nil : Self.probeMilliseconds)
    {
      process(jobs, &connection)
    }
    connection = nil
    ended.arrive()
  }

  private func process(_ jobs: [AnyJob<Transaction>], _ connection: inout Connection?) {
    do throws(SQLiteFailure) {
      let events = try batch(jobs, &connection)
      if !isHealthy { connection?.wait(.usual) }
      healthy.store(true, ordering: .releasing)
      if !events.isEmpty, let call = listener.withLock({ $0.call }) { call(events) }
      for job in jobs { job.finish(nil) }
    } catch {
      // Closing rolls back whatever is still open, and a new connection starts from what the disk has.
      connection = nil
      healthy.store(false, ordering: .releasing)
      for job in jobs { job.finish(error.storeFailure) }
    }
  }

  private func batch(
    _ jobs: [AnyJob<Transaction>], _ connection: inout Connection?
  ) throws(SQLiteFailure) -> [EventRecord] {
    let open: Connection
    if let connection {
      open = connection
    } else {
      open = try Connection(path: path, readOnly: false, patience: isHealthy ? .usual : .little)
    }
    connection = open
    let transaction = try Transaction(on: open)
    do throws(SQLiteFailure) {
      for job in jobs { try transaction.run(job) }
      if jobs.isEmpty { try open.run("UPDATE log_head SET position = position") }
      try transaction.commit(faults)
    } catch {
      try? open.execute("ROLLBACK")
      throw error
    }
    return transaction.events
  }
}
