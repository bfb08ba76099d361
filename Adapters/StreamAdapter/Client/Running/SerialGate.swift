import Synchronization

/// Lets one through at a time, in the order of coming.
final class SerialGate: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var next = 0
  }

  private let state = Mutex(State())

  /// Runs `body` when nobody else is inside; nil when the waiting task was cancelled, and `body` did not run.
  func pass<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value? {
    guard await enter() else { return nil }
    defer { leave() }
    return try await body()
  }

  /// As `pass`, and waits even when the task is cancelled.
  func passAnyway<Value>(_ body: () async -> Value) async -> Value {
    _ = await withCheckedContinuation { _ = queue(0, $0) }
    defer { leave() }
    return await body()
  }

  private func enter() async -> Bool {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if queue(id, continuation), Task.isCancelled { withdraw(id) }
      }
    } onCancel: {
      withdraw(id)
    }
  }

  /// Whether it has to wait.
  private func queue(_ id: Int, _ continuation: CheckedContinuation<Bool, Never>) -> Bool {
    let waits = state.withLock { state in
      if state.isTaken {
        state.waiting.append((id, continuation))
        return true
      }
      state.isTaken = true
      return false
    }
    if !waits { continuation.resume(returning: true) }
    return waits
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }

  private func withdraw(_ id: Int) {
    let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
      return state.waiting.remove(at: index).continuation
    }
    waiter?.resume(returning: false)
  }
}
