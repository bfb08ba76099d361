import Synchronization

/// Work that many may wait for and that is done once at a time. A waiter that is cancelled waits no longer; when none is
/// left, the work is cancelled.
final class SharedFlight<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, StreamVideoError>

  private struct State {
    var flight = 0
    var task: Task<Void, Never>?
    /// What nobody waits for any more, and has not ended yet: the next work begins after it.
    var ending: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    var nextWaiter = 0

    /// Nobody wants the present work: whoever comes next gets work of their own.
    mutating func abandon() {
      guard let task else { return }
      task.cancel()
      (ending, self.task) = (task, nil)
      flight += 1
    }
  }

  private let operation: String
  private let state = Mutex(State())

  init(_ operation: String) { self.operation = operation }

  func value(_ work: @escaping @Sendable () async throws(StreamVideoError) -> Value) async throws(StreamVideoError)
    -> Value
  {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        join(id, continuation, work)
        // The handler may have run before there was anybody to tell.
        if Task.isCancelled { withdraw(id) }
      }
    } onCancel: {
      withdraw(id)
    }
    return try outcome.get()
  }

  private func join(
    _ id: Int, _ continuation: CheckedContinuation<Outcome, Never>,
    _ work: @escaping @Sendable () async throws(StreamVideoError) -> Value
  ) {
    state.withLock { state in
      state.waiters[id] = continuation
      guard state.task == nil else { return }
      state.flight += 1
      let (flight, ending) = (state.flight, state.ending)
      state.ending = nil
      state.task = Task {
        await ending?.value
        let outcome: Outcome
        do throws(StreamVideoError) { outcome = .success(try await work()) } catch { outcome = .failure(error) }
        self.land(flight, outcome)
      }
    }
  }

  private func land(_ flight: Int, _ outcome: Outcome) {
    let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
      guard state.flight == flight else { return [] }
      defer { (state.task, state.waiters) = (nil, [:]) }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }

  private func withdraw(_ id: Int) {
    let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      guard let waiter = state.waiters.removeValue(forKey: id) else { return nil }
      if state.waiters.isEmpty { state.abandon() }
      return waiter
    }
    waiter?.resume(returning: .failure(.cancelled(operation)))
  }

  /// Gives the work up; returns when it has ended.
  func cancel() async {
    let (ending, waiters) = state.withLock { state in
      defer { state.waiters = [:] }
      state.abandon()
      return (state.ending, Array(state.waiters.values))
    }
    for waiter in waiters { waiter.resume(returning: .failure(.cancelled(operation))) }
    await ending?.value
  }
}
