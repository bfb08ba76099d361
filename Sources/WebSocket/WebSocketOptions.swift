/// Bounds of a connection.
package struct WebSocketOptions: Sendable, Hashable {
  /// A longer message closes the connection with 1009.
  package let maximumMessageBytes: Int
  /// Nothing is read while so much is waiting to be received by us.
  package let incomingLimit: Int
  /// Senders wait while so much is waiting to be sent.
  package let outgoingLimit: Int
  /// A ping goes out after so long without a byte from the peer; nil = never.
  package let pingInterval: Duration?
  /// How long the peer may then stay silent before the connection is given up.
  package let pongTimeout: Duration
  /// How long the peer may take to answer our close.
  package let closeTimeout: Duration

  package init(
    maximumMessageBytes: Int = 1 << 20, incomingLimit: Int = 256 << 10, outgoingLimit: Int = 256 << 10,
    pingInterval: Duration? = .seconds(20), pongTimeout: Duration = .seconds(10), closeTimeout: Duration = .seconds(2)
  ) {
    self.maximumMessageBytes = maximumMessageBytes
    self.incomingLimit = incomingLimit
    self.outgoingLimit = outgoingLimit
    self.pingInterval = pingInterval
    self.pongTimeout = pongTimeout
    self.closeTimeout = closeTimeout
  }
}
