package import HTTPTypes

/// Opens connections to other people's servers. Implemented by the client, and by what stands in for it.
package protocol WebSocketConnecting: Sendable {
  /// Connects and shakes hands, with `fields` on top of the handshake's own, offering `subprotocols`. The total time-out
  /// bounds all of it.
  func connect(
    _ url: String, fields: HTTPFields, subprotocols: [String], options: WebSocketOptions, timeouts: HTTPTimeouts
  ) async throws(WebSocketError) -> WebSocketConnection
}

extension WebSocketConnecting {
  /// Connects without offering a subprotocol.
  package func connect(_ url: String, fields: HTTPFields, options: WebSocketOptions, timeouts: HTTPTimeouts)
    async throws(WebSocketError) -> WebSocketConnection
  {
    try await connect(url, fields: fields, subprotocols: [], options: options, timeouts: timeouts)
  }
}

extension WebSocketClient: WebSocketConnecting {}
