import Clocks
import Synchronization

/// While a control is at the vendor, the vendor's own report of it may come in before its answer. It waits here for the
/// control's commit, a moment at most, so that what happened is told as what it was: the caller's act, with its actor.
final class ControlGate: Sendable {
  private struct Room {
    var controls = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private struct State {
    var rooms: [String: Room] = [:]
    var next = 0
  }

  /// A delivery is to be answered within a second, whatever a control does at the vendor.
  private static let patience: Duration = .milliseconds(700)

  private let state = Mutex(State())
  private let time: any TimeSource
  private let tasks: TaskTracker

  init(time: any TimeSource, tasks: TaskTracker) {
    self.time = time
    self.tasks = tasks
  }

  /// Runs a control; deliveries for the room wait until it has committed.
  func control<Value: Sendable, Failure: Error>(_ room: String, _ body: () async throws(Failure) -> Value)
    async throws(Failure) -> Value
  {
    state.withLock { $0.rooms[room, default: Room()].controls += 1 }
    defer { leave(room) }
    return try await body()
  }

  /// Returns when no control is at the vendor for this room, or after a moment.
  func pass(_ room: String) async {
    guard state.withLock({ $0.rooms[room] != nil }) else { return }
    await withCheckedContinuation { continuation in
      guard let id = park(room, continuation) else { return continuation.resume() }
      let isTimed = tasks.spawn {
        try? await self.time.sleep(for: Self.patience)
        self.release(room, id)
      }
      if !isTimed { release(room, id) }
    }
  }

  private func park(_ room: String, _ continuation: CheckedContinuation<Void, Never>) -> Int? {
    state.withLock { state in
      guard state.rooms[room] != nil else { return nil }
      state.next += 1
      state.rooms[room]?.waiters[state.next] = continuation
      return state.next
    }
  }

  private func release(_ room: String, _ id: Int) {
    state.withLock { $0.rooms[room]?.waiters.removeValue(forKey: id) }?.resume()
  }

  private func leave(_ room: String) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard var left = state.rooms[room] else { return [] }
      left.controls -= 1
      state.rooms[room] = left.controls > 0 ? left : nil
      return left.controls > 0 ? [] : Array(left.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }
}
