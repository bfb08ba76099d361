import MeetingCore
import Synchronization

/// Where a process may be made to sleep between hearing something and writing it down.
final class Hold: Sendable {
  private struct State {
    var isShut = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var fenced = 0
  }

  private let state = Mutex(State())

  /// How many sleep here now.
  var waiting: Int { state.withLock { $0.waiting.count } }
  /// How often somebody came too late.
  var fenced: Int { state.withLock { $0.fenced } }

  func shut() { state.withLock { $0.isShut = true } }

  func open() {
    let waiting = state.withLock { state in
      state.isShut = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  /// The same port, on whose way one may have to sleep.
  func before(_ port: LivePort) -> LivePort {
    LivePort(requests: port.requests) { facts async throws(LivePort.Fenced) in
      await self.pass()
      do throws(LivePort.Fenced) { try await port.emit(facts) } catch {
        self.state.withLock { $0.fenced += 1 }
        throw error
      }
    }
  }

  private func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.isShut { state.waiting.append(continuation) }
        return !state.isShut
      }
      if isOpen { continuation.resume() }
    }
  }
}
