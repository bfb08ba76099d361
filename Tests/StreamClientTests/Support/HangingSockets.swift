import HTTPTypes
import Synchronization
import WebSocket

/// Never connects, and says how many wait for it, and have ever waited.
final class HangingSockets: WebSocketConnecting {
  private struct State {
    var waiting = 0
    var total = 0
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.waiting } }
  var total: Int { state.withLock { $0.total } }

  func connect(
    _ url: String, fields: HTTPFields, subprotocols: [String], options: WebSocketOptions, timeouts: HTTPTimeouts
  ) async throws(WebSocketError) -> WebSocketConnection {
    state.withLock { ($0.waiting, $0.total) = ($0.waiting + 1, $0.total + 1) }
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    state.withLock { $0.waiting -= 1 }
    throw .cancelled
  }
}
