import CLinux
import CMicrohttpd
import Synchronization
import Threads

/// The thread that accepts clients, notices those that leave, and keeps the deadlines.
final class Watcher: Sendable {
  static let listenerID: UInt64 = 1
  private static let retryID: UInt64 = 2
  private static let drainID: UInt64 = 3

  private let core: ServerCore
  /// Used by the watcher thread, which alone adds connections and stops the daemon.
  nonisolated(unsafe) private let daemon: OpaquePointer
  private let finished = Mutex(Finish())

  private struct Finish {
    var isWanted = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  init(_ core: ServerCore, daemon: OpaquePointer) {
    self.core = core
    self.daemon = daemon
  }

  func start() throws(HTTPServerError) {
    core.listener.use { core.queue.watch($0, id: Self.listenerID, events: EPOLLIN.rawValue) }
    let code = DetachedThread.start { self.run() }
    if code != 0 { throw .system(call: "pthread_create", code: code) }
  }

  /// Makes the table's waiter give up at `at`.
  func limitDrain(_ at: ContinuousClock.Instant) { core.queue.schedule(Self.drainID, at) }

  /// Stops the daemon on the watcher thread, which ends. Every connection must have been told to abort.
  func finish() async {
    await withCheckedContinuation { continuation in
      finished.withLock { finish in
        finish.isWanted = true
        finish.waiter = continuation
      }
      core.queue.ring()
    }
  }

  private func run() {
    while !finished.withLock({ $0.isWanted }) {
      core.queue.wait { handle($0) }
    }
    MHD_stop_daemon(daemon)
    core.lingering.closeAll()
    Unmanaged.passUnretained(core).release()
    finished.withLock { finish in
      defer { finish.waiter = nil }
      return finish.waiter
    }?.resume()
  }

  private func handle(_ signal: EventQueue.Signal) {
    switch signal {
    case .readiness(Self.listenerID, _): accept()
    case .readiness(EventQueue.bellID, _), .due(Self.retryID, _): listenAgain()
    case .readiness(let id, _) where Lingering.owns(id): core.lingering.drain(id)
    case .due(let id, _) where Lingering.owns(id): core.lingering.close(id)
    case .readiness(let id, let events):
      core.table[id]?.peerClosed(reset: events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
    case .due(Self.drainID, _): core.table.release()
    case .due(let id, let at): core.table[id]?.expire(entry: at)
    }
  }

  private func accept() {
    for _ in 0..<64 {
      guard core.table.count < core.configuration.maximumConnections else {
        core.report(.connectionLimitReached)
        pause()
        // A connection may have closed in between.
        return core.queue.ring()
      }
      switch core.listener.accept() {
      case .client(let descriptor, var address, let length): add(descriptor, &address, length)
      case .none: return
      case .exhausted:
        core.report(.acceptFailed)
        core.queue.schedule(Self.retryID, .now + .milliseconds(100))
        return pause()
      }
    }
  }

  private func add(_ descriptor: Int32, _ address: inout sockaddr_storage, _ length: UInt32) {
    Socket.flush(descriptor)
    core.table.noteAccepted()
    // The library closes the descriptor when it refuses it.
    if sb_mhd_add(daemon, descriptor, &address, length) == 0 {
      core.table.noteRejected()
      core.report(.acceptFailed)
    }
  }

  private func pause() {
    core.listener.use { core.queue.unwatch($0) }
    core.isPaused.store(true, ordering: .sequentiallyConsistent)
  }

  private func listenAgain() {
    guard core.isPaused.load(ordering: .sequentiallyConsistent),
      core.table.count < core.configuration.maximumConnections
    else { return }
    core.isPaused.store(false, ordering: .sequentiallyConsistent)
    core.listener.use { core.queue.watch($0, id: Self.listenerID, events: EPOLLIN.rawValue) }
  }
}
