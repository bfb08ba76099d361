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

  func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    let hook = SignedHook(
      id: request.fields["X-Webhook-Id"] ?? "", fields: request.fields, body: request.body ?? [])
    state.withLock { state in
      state.waiting.append(hook)
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
