package import HTTPTypes
package import WebSocket

/// What a vendor says to somebody who opens a WebSocket.
package enum MockSocket: Sendable {
  /// What may go out through the engine while a connection lives.
  package struct Outlet: Sendable {
    /// Sends events on, as if a request had caused them.
    package let publish: @Sendable ([MockEvent]) -> Void

    package init(publish: @escaping @Sendable ([MockEvent]) -> Void) { self.publish = publish }
  }

  /// An answer instead of the upgrade.
  case refused(HTTPResponse)
  /// Has the connection until it returns.
  case open(@Sendable (WebSocketConnection, Outlet) async -> Void)
}
