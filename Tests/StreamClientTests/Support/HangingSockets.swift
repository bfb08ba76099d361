import HTTPTypes
import Synchronization
import WebSocket

/// Never connects, and says how many wait for it.
final class HangingSockets: WebSocketConnecting {
  private let waiting = Mutex(0)

  var count: Int { waiting.withLock { $0 } }

  func connect(_ url: String, fields: HTTPFields, options: WebSocketOptions, timeouts: HTTPTimeouts)
    async throws(WebSocketError) -> WebSocketConnection
  {
    waiting.withLock { $0 += 1 }
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    waiting.withLock { $0 -= 1 }
    throw .cancelled
  }
}
