import Synchronization

/// Lets tasks wait until a number of threads have ended.
final class Countdown: Sendable {
  private struct Guarded {
    var remaining: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let guarded: Mutex<Guarded>

  init(_ count: Int) { guarded = Mutex(Guarded(remaining: count)) }

  func arrive() {
    let waiters = guarded.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.remaining -= 1
      guard state.remaining == 0 else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { waiter in
      let isOver = guarded.withLock { state in
        if state.remaining > 0 { state.waiters.append(waiter) }
        return state.remaining == 0
      }
      if isOver { waiter.resume() }
    }
  }
}
