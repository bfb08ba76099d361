import Clocks
import Synchronization

/// Wakes the engine at the vendor's next deadline; holds at most one sleeping task.
final class Alarm: Sendable {
  private struct State {
    var action: (@Sendable () -> Void)?
    var deadline = Int64.max
    var task: Task<Void, Never>?
    var stopped = false
  }

  private let state = Mutex(State())
  private let time: any TimeSource

  init(time: any TimeSource) { self.time = time }

  /// What to do at each deadline. Said once, by an owner that the alarm does not keep alive.
  func whenDue(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.action = action } }

  /// Runs the action at `deadline` unless an earlier alarm is set; later alarms are replaced.
  func set(_ deadline: Int64?) {
    guard let deadline else { return }
    state.withLock { state in
      guard !state.stopped, deadline < state.deadline else { return }
      state.task?.cancel()
      state.deadline = deadline
      let pause = Duration.nanoseconds(max(0, deadline - time.wallNanoseconds))
      state.task = Task { [self, time] in
        guard (try? await time.sleep(for: pause)) != nil else { return }
        action(at: deadline)?()
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

  private func action(at deadline: Int64) -> (@Sendable () -> Void)? {
    state.withLock { state in
      if state.deadline == deadline { state.deadline = .max }
      return state.action
    }
  }
}
