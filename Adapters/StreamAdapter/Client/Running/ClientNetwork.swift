import HTTPClient
import HTTPTypes
import Synchronization
import WebSocket

/// What a client sends over: made when it is first needed, and freed by `close`. Each client has its own.
final class ClientNetwork: Sendable {
  struct Parts: Sendable {
    let transport: any HTTPTransport
    let sockets: any WebSocketConnecting
  }

  private struct Owned {
    let client: HTTPClient
    let loop: WebSocketLoop
  }

  private let owned = Mutex<Owned?>(nil)
  /// Somebody else's, which stay open.
  private let given: Parts?

  init(_ given: Parts? = nil) { self.given = given }

  deinit { owned.withLock { $0 }?.loop.abandon() }

  func parts() throws(StreamVideoError) -> Parts {
    if let given { return given }
    do {
      let parts = try owned.withLock { owned throws(WebSocketError) in
        if let owned { return owned }
        let parts = Owned(client: HTTPClient(), loop: try WebSocketLoop())
        owned = parts
        return parts
      }
      return Parts(transport: parts.client, sockets: WebSocketClient(opener: parts.client, loop: parts.loop))
    } catch {
      throw StreamVideoError(.unavailable, operation: "Connect", message: "the system gives no sockets")
    }
  }

  /// Cuts what is under way. What is sent later opens everything anew.
  func close() async {
    let parts = owned.withLock { owned in
      defer { owned = nil }
      return owned
    }
    await parts?.loop.stop()
    await parts?.client.shutdown()
  }
}
