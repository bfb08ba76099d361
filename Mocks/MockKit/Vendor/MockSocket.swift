package import HTTPTypes
package import WebSocket

/// What a vendor says to somebody who opens a WebSocket.
package enum MockSocket: Sendable {
  /// What may go out through the engine while a connection lives.
  package struct Outlet: Sendable {
    /// Sends events on, as if a request had caused them.
    package let publish: @Sendable ([MockEvent]) -> Void
    /// Puts a message that came in into the journal, with method `WS`, and takes the fault that is meant for it. For
    /// protocols of requests and answers; `path` says whose message it is, and holds no secret.
    package let hear: @Sendable (_ path: String, _ operation: String, _ message: [UInt8]) -> MockFault?

    /// Waits on the wire's clock, as answers do that come late; cut short by cancellation.
    package let pause: @Sendable (_ milliseconds: Int) async -> Void

    package init(
      publish: @escaping @Sendable ([MockEvent]) -> Void,
      hear: @escaping @Sendable (String, String, [UInt8]) -> MockFault?,
      pause: @escaping @Sendable (Int) async -> Void
    ) {
      self.publish = publish
      self.hear = hear
      self.pause = pause
    }
  }

  /// An answer instead of the upgrade.
  case refused(HTTPResponse)
  /// Has the connection until it returns. The first of `subprotocols` that the client offers is agreed on.
  case open(subprotocols: [String] = [], @Sendable (WebSocketConnection, Outlet) async -> Void)
}
