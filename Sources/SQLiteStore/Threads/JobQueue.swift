import Synchronization

/// Hands jobs, in order, to threads that sleep while there are none.
final class JobQueue<Job: Sendable>: Sendable {
  private struct Guarded {
    var jobs: [Job] = []
    /// Jobs before this index are taken; compacted now and then, so that taking one does not move all others.
    var head = 0
    var idle: [Int] = []
    var isClosed = false

    mutating func take(atMost limit: Int) -> [Job] {
      let end = min(head + limit, jobs.count)
      let taken = Array(jobs[head..<end])
      head = end
      if head == jobs.count || head > 1_024 {
        jobs.removeFirst(head)
        head = 0
      }
      return taken
    }
  }

  private let guarded = Mutex(Guarded())
  private let bells: [Bell]

  init(workers: Int) { bells = (0..<workers).map { _ in Bell() } }

  /// False when the queue is closed: the job will not run.
  func submit(_ job: Job) -> Bool {
    let (accepted, sleeper) = guarded.withLock { state -> (Bool, Int?) in
      if state.isClosed { return (false, nil) }
      state.jobs.append(job)
      return (true, state.idle.popLast())
    }
    if let sleeper { bells[sleeper].ring() }
    return accepted
  }

  /// Waits for jobs. Empty when the time passed without one; nil when the queue is closed and everything was taken.
  func take(worker: Int, atMost limit: Int, waiting milliseconds: Int32? = nil) -> [Job]? {
    var hasWaited = false
    while true {
      let (jobs, isOver) = guarded.withLock { state -> ([Job], Bool) in
        state.idle.removeAll { $0 == worker }
        let jobs = state.take(atMost: limit)
        if jobs.isEmpty, !state.isClosed, !hasWaited || milliseconds == nil { state.idle.append(worker) }
        return (jobs, jobs.isEmpty && state.isClosed)
      }
      if isOver { return nil }
      if !jobs.isEmpty || (hasWaited && milliseconds != nil) { return jobs }
      bells[worker].wait(milliseconds: milliseconds)
      hasWaited = true
    }
  }

  /// Accepts no more; the threads finish what is queued and end.
  func close() {
    guarded.withLock { $0.isClosed = true }
    for bell in bells { bell.ring() }
  }
}
