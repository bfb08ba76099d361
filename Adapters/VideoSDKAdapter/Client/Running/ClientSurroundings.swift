package import Clocks
package import Cryptography
package import HTTPTypes
package import WebSocket

/// What a client stands on: the machine's own, unless a test brings others.
package struct ClientSurroundings: Sendable {
  package var time: any TimeSource = SystemTime()
  package var random: any RandomSource = SystemRandom()
  /// nil = the client makes its own.
  package var network: (transport: any HTTPTransport, sockets: any WebSocketConnecting)?

  package init() {}
}
