import Store

/// Threads that each own a reading connection.
final class ReaderPool: Sendable {
  private let path: String
  private let queue: JobQueue<AnyJob<Connection>>
  private let ended: Countdown

  init(path: String, threads: Int) throws(StoreFailure) {
    self.path = path
    queue = JobQueue(workers: threads)
    ended = Countdown(threads)
    do throws(StoreFailure) {
      for index in 0..<threads { try WorkerThread.start { [self] in work(index) } }
    } catch {
      queue.close()
      throw error
    }
  }

  /// Runs `body` on one of the threads.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(SQLiteFailure) -> Value
  ) async throws(StoreFailure) -> Value {
    let result = await withCheckedContinuation { caller in
      let job = Job(caller: caller, body: body)
      if !queue.submit(job) { job.finish(StoreFailure("closed")) }
    }
    return try result.get()
  }

  func stop() { queue.close() }

  func waitUntilEnded() async { await ended.wait() }

  private func work(_ index: Int) {
    var connection: Connection?
    while let jobs = queue.take(worker: index, atMost: 1) {
      for job in jobs { job.finish(serve(job, &connection)) }
    }
    connection = nil
    ended.arrive()
  }

  /// The failure to report in place of the job's own outcome.
  private func serve(_ job: AnyJob<Connection>, _ connection: inout Connection?) -> StoreFailure? {
    do throws(SQLiteFailure) {
      let open: Connection
      if let connection { open = connection } else { open = try Connection(path: path, readOnly: true) }
      connection = open
      try job.run(open)
      return nil
    } catch {
      if !error.isLocal { connection = nil }
      return error.storeFailure
    }
  }
}
