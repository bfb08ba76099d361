import Clocks
import Synchronization

/// Rung when an account has other rooms than before.
final class WatchBell: Sendable {
  private struct State {
    var rung: Set<String> = []
    var waiters: [String: [Int: CheckedContinuation<Void, Never>]] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  func ring(_ account: String) {
    let waiters = state.withLock { state in
      guard let waiters = state.waiters.removeValue(forKey: account), !waiters.isEmpty else {
        state.rung.insert(account)
        return [CheckedContinuation<Void, Never>]()
      }
      return Array(waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when it rings, has rung since the last time, the time is over, or the task is cancelled. False when the time is
  /// over.
  @discardableResult
  func change(of account: String, within limit: Duration, _ time: any TimeSource) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await self.wait(account)
        return true
      }
      group.addTask {
        try? await time.sleep(for: limit)
        return false
      }
      let hasRung = await group.next() ?? false
      group.cancelAll()
      return hasRung
    }
  }

  /// Nobody will wait for it any more.
  func forget(_ account: String) { state.withLock { _ = $0.rung.remove(account) } }

  private func wait(_ account: String) async {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isOver = state.withLock { state in
          if state.rung.remove(account) != nil || Task.isCancelled { return true }
          state.waiters[account, default: [:]][id] = waiter
          return false
        }
        if isOver { waiter.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters[account]?.removeValue(forKey: id) }?.resume()
    }
  }
}
