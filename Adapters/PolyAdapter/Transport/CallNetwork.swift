import ClientSupport
import WebSocket

/// What a call sends over: taken when it starts, given back when everything of it is closed.
struct CallNetwork: Sendable {
  let acquire: @Sendable () throws(WebSocketError) -> ClientNetwork.Parts
  let release: @Sendable () async -> Void

  init(
    acquire: @escaping @Sendable () throws(WebSocketError) -> ClientNetwork.Parts,
    release: @escaping @Sendable () async -> Void
  ) {
    self.acquire = acquire
    self.release = release
  }

  /// Somebody else's, who closes it.
  init(_ parts: ClientNetwork.Parts) {
    self.init(acquire: { () throws(WebSocketError) in parts }, release: {})
  }
}
