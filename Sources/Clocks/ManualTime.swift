import Synchronization

/// Time that moves only when it is told to. Sleepers wake one instant at a time, in the order of their deadlines.
package final class ManualTime: TimeSource {
  private struct Sleeper {
    let id: Int
    let deadline: Int64
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var elapsed: Int64 = 0
    var sleepers: [Sleeper] = []
    var next = 0
    var cancelled: Set<Int> = []
    /// Who was woken and has not run since.
    var waking: Set<Int> = []

    mutating func forget(_ id: Int) {
      cancelled.remove(id)
      waking.remove(id)
    }
  }

  /// How long others are waited for who have something to do now.
  package static let patience: Duration = .seconds(10)

  private let start: Int64
  private let state = Mutex(State())

  /// Starts at a wall time in nanoseconds since 1970; the default is 2026-01-01T00:00:00Z.
  package init(wallNanoseconds: Int64 = 1_767_225_600_000_000_000) { start = wallNanoseconds }

  package var wallNanoseconds: Int64 { start + state.withLock { $0.elapsed } }
  package var monotonicNanoseconds: Int64 { state.withLock { $0.elapsed } }
  /// How many wait now.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  package func sleep(for duration: Duration) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    defer { state.withLock { $0.forget(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in enqueue(id, duration, continuation) }
    } onCancel: {
      cancel(id)
    }
  }

  /// Moves time on, waking whoever is due on the way. Between two wake-ups the woken one runs, and others get the chance to.
  package func advance(by duration: Duration) async {
    let target = later(by: duration)
    while let due = nextDue(until: target) {
      due.continuation.resume()
      await runs(due.id)
      for _ in 0..<20 { await Task.yield() }
    }
    state.withLock { $0.elapsed = max($0.elapsed, target) }
  }

  /// Returns once the woken sleeper has run: on a busy machine its thread may get no turn for long.
  private func runs(_ id: Int) async {
    _ = await holds(within: Self.patience) { state.withLock { !$0.waking.contains(id) } }
  }

  /// Gives others turns until the condition holds; false when it does not within `limit` of the machine's own time, which
  /// nobody's time stands still for.
  private func holds(within limit: Duration, _ condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + limit
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      await Task.yield()
    }
    return true
  }

  /// Sets wall time; sleepers due by then wake. Time does not go back.
  package func set(wallNanoseconds: Int64) async {
    let ahead = wallNanoseconds - self.wallNanoseconds
    if ahead > 0 { await advance(by: .nanoseconds(ahead)) }
  }

  /// Returns once at least `count` sleepers wait; false when they do not within `limit` of the machine's own time.
  package func waitForSleepers(_ count: Int, within limit: Duration = patience) async -> Bool {
    await holds(within: limit) { sleeperCount >= count }
  }

  private func enqueue(_ id: Int, _ duration: Duration, _ continuation: CheckedContinuation<Void, any Error>) {
    let early: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
      guard duration > .zero else { return .success(()) }
      let deadline = Self.sum(state.elapsed, duration)
      state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
      return nil
    }
    if let early { continuation.resume(with: early) }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  private func nextDue(until target: Int64) -> Sleeper? {
    state.withLock { state in
      let index = state.sleepers.indices.min {
        (state.sleepers[$0].deadline, state.sleepers[$0].id) < (state.sleepers[$1].deadline, state.sleepers[$1].id)
      }
      guard let index, state.sleepers[index].deadline <= target else { return nil }
      state.elapsed = max(state.elapsed, state.sleepers[index].deadline)
      state.waking.insert(state.sleepers[index].id)
      return state.sleepers.remove(at: index)
    }
  }

  private func later(by duration: Duration) -> Int64 { state.withLock { Self.sum($0.elapsed, duration) } }

  /// What lies beyond 292 years is the end of time, and never comes.
  private static func sum(_ elapsed: Int64, _ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (whole, isFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (end, isBeyond) = elapsed.addingReportingOverflow(whole)
    let (exact, isLast) = end.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isFar || isBeyond || isLast ? .max : exact
  }
}
