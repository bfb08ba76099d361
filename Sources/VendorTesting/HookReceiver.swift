package import HTTPTypes
package import JSONCoding
import ProgramTesting
import Synchronization

/// Takes a mock's webhooks in process, and answers them as told.
package final class HookReceiver: HTTPTransport {
  private struct State {
    var requests: [HTTPClientRequest] = []
    var statuses: [Int?] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Answers for the next deliveries; nil is a lost connection. Afterwards 200.
  package func answer(_ statuses: Int?...) { state.withLock { $0.statuses = statuses } }

  package var requests: [HTTPClientRequest] { state.withLock { $0.requests } }
  package var documents: [JSON] { requests.compactMap { try? JSON.parse($0.body ?? [], mode: .strict) } }

  package func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    let status = state.withLock { state in
      state.requests.append(request)
      return state.statuses.isEmpty ? 200 : state.statuses.removeFirst()
    }
    guard let status else { throw HTTPClientFailure(.connectionLost, requestMayHaveBeenSent: true) }
    return HTTPClientResponse(status: status)
  }

  /// Waits until `count` requests came.
  package func wait(_ count: Int) async -> Bool { await eventually { self.requests.count >= count } }
}
