import MeetingCore
import Synchronization

/// What a vendor's controls are answered with, where a test says so.
final class FakeAnswers: Sendable {
  private struct State {
    var mute: ControlOutcome?
    var role: ControlOutcome?
    var permissions: ControlOutcome?
    var end: ControlOutcome?
    var remove: ControlOutcome?
    var failure: ProviderFailure?
  }

  private let state = Mutex(State())

  func mute(_ outcome: ControlOutcome) { state.withLock { $0.mute = outcome } }
  func role(_ outcome: ControlOutcome) { state.withLock { $0.role = outcome } }
  func permissions(_ outcome: ControlOutcome) { state.withLock { $0.permissions = outcome } }
  func end(_ outcome: ControlOutcome) { state.withLock { $0.end = outcome } }
  func remove(_ outcome: ControlOutcome) { state.withLock { $0.remove = outcome } }
  func fail(_ failure: ProviderFailure) { state.withLock { $0.failure = failure } }

  var mute: ControlOutcome? {
    get throws(ProviderFailure) {
      if let failure = state.withLock({ $0.failure }) { throw failure }
      return state.withLock { $0.mute }
    }
  }
  var role: ControlOutcome? { state.withLock { $0.role } }
  var permissions: ControlOutcome? { state.withLock { $0.permissions } }
  var end: ControlOutcome? { state.withLock { $0.end } }
  var remove: ControlOutcome? { state.withLock { $0.remove } }
}
