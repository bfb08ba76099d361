import HTTPClient
package import HTTPTypes
import Synchronization
package import WebSocket

/// What a client sends over: made when it is first needed, and freed by `close`. Each client has its own.
package final class ClientNetwork: Sendable {
  package struct Parts: Sendable {
    package let transport: any HTTPTransport
    package let sockets: any WebSocketConnecting

    package init(transport: any HTTPTransport, sockets: any WebSocketConnecting) {
      self.transport = transport
      self.sockets = sockets
    }
  }

  private struct Owned {
    let client: HTTPClient
    let loop: WebSocketLoop
  }

  private let owned = Mutex<Owned?>(nil)
  /// Somebody else's, which stay open.
  private let given: Parts?

  package init(_ given: Parts? = nil) { self.given = given }

  deinit { owned.withLock { $0 }?.loop.abandon() }

  /// Throws `.system` when the machine gives no descriptors.
  package func parts() throws(WebSocketError) -> Parts {
    if let given { return given }
    let parts = try owned.withLock { owned throws(WebSocketError) in
      if let owned { return owned }
      let parts = Owned(client: HTTPClient(), loop: try WebSocketLoop())
      owned = parts
      return parts
    }
    return Parts(transport: parts.client, sockets: WebSocketClient(opener: parts.client, loop: parts.loop))
  }

  /// Cuts what is under way. What is sent later opens everything anew.
  package func close() async {
    let parts = owned.withLock { owned in
      defer { owned = nil }
      return owned
    }
    await parts?.loop.stop()
    await parts?.client.shutdown()
  }
}
