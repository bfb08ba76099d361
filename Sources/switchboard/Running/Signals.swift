import Glibc
import Synchronization

/// SIGTERM and SIGINT as something to wait for. A handler notes them in a pipe, and one thread reads it.
///
/// Blocking them and waiting with `sigwait` is not enough: the runtime parks the main thread with every signal let
/// through, and there the default action would end the process.
enum Signals {
  private struct State {
    var hasCome = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())
  /// The pipe's two ends; -1 when there is none, and signals end the process as ever.
  private static let ends: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    return pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
  }()

  /// Once, at the start of the process.
  static func prepare() {
    guard ends.reading >= 0 else { return }
    var thread = pthread_t()
    guard pthread_create(&thread, nil, take, nil) == 0 else { return }
    pthread_detach(thread)
    for number in [SIGTERM, SIGINT] { signal(number, note) }
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

  /// Only what is safe in a signal handler: one `write`, and the interrupted code's `errno` left as it was.
  private static let note: @convention(c) (Int32) -> Void = { number in
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(ends.writing, &byte, 1)
    errno = before
  }

  /// A second signal ends the process at once: somebody is impatient.
  private static let take: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
    var number: UInt8 = 0
    while true {
      guard read(ends.reading, &number, 1) == 1 else { continue }
      let (isFirst, waiters) = state.withLock { state in
        defer {
          state.hasCome = true
          state.waiters = []
        }
        return (!state.hasCome, state.waiters)
      }
      guard isFirst else { exit(128 + Int32(number)) }
      for waiter in waiters { waiter.resume() }
    }
  }
}
