import HTTPClient
import HTTPTypes
import Synchronization

/// The real client, which can be exchanged for a fresh one that holds no connection yet.
final class SwitchTransport: HTTPTransport {
  private let clients = Mutex([HTTPClient()])

  func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    let client = clients.withLock { $0[$0.count - 1] }
    return try await client.send(request)
  }

  func forgetConnections() { clients.withLock { $0.append(HTTPClient()) } }

  func stop() async {
    for client in clients.withLock({ $0 }) { await client.shutdown() }
  }
}
