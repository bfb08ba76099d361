import Synchronization

/// Runs every job on the caller's thread, in the order of enqueueing: the same test takes the same course every time.
///
/// Start the work with `Task(executorPreference:)` and call `settle()` from a synchronous context. Tasks that prefer no
/// executor, and actors with one of their own, escape it.
package final class StepExecutor: TaskExecutor, Sendable {
  private let jobs = Mutex<[UnownedJob]>([])

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// How many jobs wait to be run.
  package var pendingCount: Int { jobs.withLock { $0.count } }

  /// Runs the oldest job; false when there is none.
  package func step() -> Bool {
    guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs until nothing is runnable, or `limit` jobs have run; returns how many did.
  @discardableResult
  package func settle(limit: Int = 1_000_000) -> Int {
    var count = 0
    while count < limit, step() { count += 1 }
    return count
  }
}
