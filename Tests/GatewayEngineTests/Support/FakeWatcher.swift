import MeetingCore
import Synchronization

/// A connection that does what the test says: it lives until it is cut or cancelled, and tells what it is given.
final class FakeWatcher: RoomWatching {
  private struct Life {
    let port: WatchPort
    var end: CheckedContinuation<ProviderFailure?, Never>?
  }

  private struct State {
    var lives: [Int: Life] = [:]
    var began = 0
    var followed: [[String]] = []
    var refusals: [ProviderFailure] = []
  }

  private let state = Mutex(State())

  /// How many connections were made, those that were refused included.
  var began: Int { state.withLock { $0.began } }
  /// How many there are now.
  var alive: Int { state.withLock { $0.lives.count } }
  /// The lists of rooms, as they came.
  var lists: [[String]] { state.withLock { $0.followed } }

  /// What the next connections come to.
  func refuse(_ failures: ProviderFailure...) { state.withLock { $0.refusals = failures } }

  /// The port of the connection there is now, to use it even later.
  var port: WatchPort? { state.withLock { $0.lives.values.first?.port } }

  func cut(_ failure: ProviderFailure = ProviderFailure(.unavailable, executed: .no, operation: "connect")) {
    let ends = state.withLock { state in
      defer { state.lives = [:] }
      return state.lives.values.compactMap(\.end)
    }
    for end in ends { end.resume(returning: failure) }
  }

  func watch(_ port: WatchPort) async throws(ProviderFailure) {
    let (id, refusal) = state.withLock { state in
      state.began += 1
      return (state.began, state.refusals.isEmpty ? nil : state.refusals.removeFirst())
    }
    if let refusal { throw refusal }
    let failure = await withTaskGroup(of: ProviderFailure?.self) { group in
      group.addTask { await self.live(id, port) }
      group.addTask {
        for await rooms in port.rooms {
          let keys = rooms.map(\.key)
          self.state.withLock { $0.followed.append(keys) }
          port.following(keys)
        }
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    if let failure { throw failure }
  }

  private func live(_ id: Int, _ port: WatchPort) async -> ProviderFailure? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { end in
        let isOver = state.withLock { state in
          if Task.isCancelled { return true }
          state.lives[id] = Life(port: port, end: end)
          return false
        }
        if isOver { end.resume(returning: nil) }
      }
    } onCancel: {
      state.withLock { $0.lives.removeValue(forKey: id) }?.end?.resume(returning: nil)
    }
  }
}
