import Synchronization

/// So many at once; the others wait their turn.
final class Slots: Sendable {
  private struct State {
    var free: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
    var head = 0
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func use<Value: Sendable>(_ work: () async throws -> Value) async rethrows -> Value {
    await take()
    defer { give() }
    return try await work()
  }

  private func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiters.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func give() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.head < state.waiters.count else {
        state.free += 1
        return nil
      }
      defer {
        state.head += 1
        if state.head > 1_024 {
          state.waiters.removeFirst(state.head)
          state.head = 0
        }
      }
      return state.waiters[state.head]
    }
    next?.resume()
  }
}
