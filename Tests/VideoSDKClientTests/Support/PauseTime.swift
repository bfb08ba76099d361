import Clocks
import Synchronization

/// The machine's time, but for the pauses between two connections: those are written down, and last until the test says so.
final class PauseTime: TimeSource {
  private struct State {
    var pauses: [Duration] = []
    var isOpen = false
  }

  private let state: Mutex<State>

  init(isOpen: Bool = false) { state = Mutex(State(isOpen: isOpen)) }

  var wallNanoseconds: Int64 { SystemTime().wallNanoseconds }
  var monotonicNanoseconds: Int64 { SystemTime().monotonicNanoseconds }

  /// How long each of them should have lasted.
  var pauses: [Duration] { state.withLock { $0.pauses } }

  /// Ends the present pause, and all that come.
  func open() { state.withLock { $0.isOpen = true } }

  func sleep(for duration: Duration) async throws {
    // Nothing else waits for so long: deadlines are later, or much sooner.
    guard (.seconds(1) ... .seconds(5)).contains(duration) else { return try await Task.sleep(for: duration) }
    state.withLock { $0.pauses.append(duration) }
    while !state.withLock({ $0.isOpen }) { try await Task.sleep(for: .milliseconds(2)) }
  }
}
