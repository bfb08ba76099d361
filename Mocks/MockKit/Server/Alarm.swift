import Clocks
import Synchronization

/// Wakes the engine at the vendor's next deadline; holds at most one sleeping task.
final class Alarm: Sendable {
  private struct State {
    var deadline = Int64.max
    var task: Task<Void, Never>?
    var stopped = false
  }

  private let state = Mutex(State())
  private let time: any TimeSource

  init(time: any TimeSource) { self.time = time }

  /// Runs `action` at `deadline` unless an earlier alarm is set; later alarms are replaced.
  func set(_ deadline: Int64?, _ action: @escaping @Sendable () -> Void) {
    guard let deadline else { return }
    state.withLock { state in
      guard !state.stopped, deadline < state.deadline else { return }
      state.task?.cancel()
      state.deadline = deadline
      let pause = Duration.nanoseconds(max(0, deadline - time.wallNanoseconds))
      state.task = Task { [self, time] in
        guard (try? await time.sleep(for: pause)) != nil else { return }
        clear(deadline)
        action()
      }
    }
  }

  func stop() async {
    let task = state.withLock { state in
      state.stopped = true
      return state.task
    }
    task?.cancel()
    await task?.value
  }

  private func clear(_ deadline: Int64) {
    state.withLock { if $0.deadline == deadline { $0.deadline = .max } }
  }
}
