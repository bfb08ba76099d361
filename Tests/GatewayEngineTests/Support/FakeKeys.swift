import MeetingCore
import Synchronization

/// The key that a fake vendor signs with: not there before it was fetched, and changed now and then.
final class FakeKeys: DeliveryKeyFetching, Sendable {
  private struct State {
    var current = "good"
    var known: String?
    /// Whether a signature that does not fit may be of a newer key.
    var mayBeNewer = false
    var isDown = false
    var fetches = 0
    var gate: Gate?
  }

  private let state = Mutex(State())

  var fetches: Int { state.withLock { $0.fetches } }
  func goDown(_ isDown: Bool = true) { state.withLock { $0.isDown = isDown } }
  /// From now on the vendor signs with this.
  func change(to key: String) { state.withLock { ($0.current, $0.mayBeNewer) = (key, true) } }
  /// Somebody who fetches waits at the gate.
  func hold(at gate: Gate) { state.withLock { $0.gate = gate } }

  func check(_ signature: [String]) throws(WebhookRejection) {
    let (known, mayBeNewer) = state.withLock { ($0.known, $0.mayBeNewer) }
    guard let known else { throw .keyNotHere }
    if signature != [known] { throw mayBeNewer ? .keyNotHere : .badSignature }
  }

  func fetchKeys(_ context: CallContext) async throws(ProviderFailure) {
    await state.withLock(\.gate)?.wait()
    let isDown = state.withLock { state in
      state.fetches += 1
      if !state.isDown { (state.known, state.mayBeNewer) = (state.current, false) }
      return state.isDown
    }
    if isDown { throw ProviderFailure(.invalid, executed: .no, operation: "key") }
  }
}
