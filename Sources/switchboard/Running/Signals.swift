import Glibc
import Synchronization

/// SIGTERM and SIGINT as something to wait for. They are blocked everywhere, and one thread takes them.
enum Signals {
  private struct State {
    var hasCome = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  /// Before any other thread is made, so that all of them inherit the mask.
  static func prepare() {
    var set = Signals.set
    pthread_sigmask(SIG_BLOCK, &set, nil)
    var thread = pthread_t()
    if pthread_create(&thread, nil, take, nil) == 0 { pthread_detach(thread) }
  }

  /// Returns when the process is asked to end.
  static func termination() async {
    await withCheckedContinuation { continuation in
      let now = state.withLock { state in
        if state.hasCome { return true }
        state.waiters.append(continuation)
        return false
      }
      if now { continuation.resume() }
    }
  }

  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    return set
  }

  /// A second signal ends the process at once: somebody is impatient.
  private static let take: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
    var set = Signals.set
    var number: Int32 = 0
    while true {
      guard sigwait(&set, &number) == 0 else { continue }
      let (isFirst, waiters) = state.withLock { state in
        defer {
          state.hasCome = true
          state.waiters = []
        }
        return (!state.hasCome, state.waiters)
      }
      guard isFirst else { exit(128 + number) }
      for waiter in waiters { waiter.resume() }
    }
  }
}
