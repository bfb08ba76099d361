import HTTPTypes
import Synchronization

/// Where the vendor's deliveries end up instead of at the gateway, in the order in which they were sent.
final class HookTrap: HTTPTransport {
  static let url = "http://trap.test/hook"

  private struct State {
    var waiting: [SignedHook] = []
    var count = 0
  }

  private let state = Mutex(State())

  /// How many came so far.
  var count: Int { state.withLock { $0.count } }

  /// A delivery without an id is named by how many came before it.
  func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    state.withLock { state in
      let id = request.fields["X-Webhook-Id"] ?? String(state.count)
      state.waiting.append(SignedHook(id: id, fields: request.fields, body: request.body ?? []))
      state.count += 1
    }
    return HTTPClientResponse(status: 200)
  }

  /// Takes what came since the last time.
  func take() -> [SignedHook] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
