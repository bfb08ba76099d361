import Glibc
import HTTPServer
import HTTPTypes
import Synchronization
import Threads

/// One thread that moves the bytes of any number of connections.
package final class WebSocketLoop: Sendable {
  typealias Job = @Sendable (inout LoopSockets) -> Void

  private struct State {
    var jobs: [Job] = []
    var isStopped = false
    var waiters: [CheckedContinuation<Void, Never>] = []
    var isGone = false
    var nextID: UInt64 = 16
  }

  private let queue: EventQueue
  private let state = Mutex(State())

  /// Starts the thread. Throws `.system`. A loop that was made must be stopped.
  package init() throws(WebSocketError) {
    do { queue = try EventQueue() } catch { throw .system(call: "epoll", code: errno) }
    let code = DetachedThread.start { self.run() }
    if code != 0 { throw .system(call: "pthread_create", code: code) }
  }

  /// Cuts what is still open and returns when the thread has ended.
  package func stop() async {
    await withCheckedContinuation { continuation in
      let isGone = state.withLock { state in
        state.isStopped = true
        if !state.isGone { state.waiters.append(continuation) }
        return state.isGone
      }
      if isGone { continuation.resume() } else { queue.ring() }
    }
  }

  /// As `stop`, without waiting: for an owner that goes away itself.
  package func abandon() {
    state.withLock { $0.isStopped = true }
    queue.ring()
  }

  func makeID() -> UInt64 {
    state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
  }

  /// Runs a job on the thread; false when it has ended, and every connection with it.
  @discardableResult
  func post(_ job: @escaping Job) -> Bool {
    let (isTaken, isFirst) = state.withLock { state in
      if state.isGone { return (false, false) }
      state.jobs.append(job)
      return (true, state.jobs.count == 1)
    }
    if isFirst { queue.ring() }
    return isTaken
  }

  private func run() {
    var sockets = LoopSockets(queue)
    while !state.withLock({ $0.isStopped }) {
      queue.wait { signal in
        switch signal {
        case .readiness(EventQueue.bellID, _): break
        case .readiness(let id, let events): sockets.ready(id, events)
        case .due(let id, _): sockets.due(id)
        }
      }
      for job in takeJobs() { job(&sockets) }
      sockets.driveAgain()
    }
    finish(&sockets)
  }

  private func takeJobs() -> [Job] {
    state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
  }

  private func finish(_ sockets: inout LoopSockets) {
    let jobs = state.withLock { state in
      state.isGone = true
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { job(&sockets) }
    sockets.endAll()
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
