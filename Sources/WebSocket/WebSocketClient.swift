import Cryptography
package import HTTPTypes

/// The client's side: opens connections to other people's servers.
package struct WebSocketClient: Sendable {
  private let opener: any ByteStreamOpening
  private let loop: WebSocketLoop

  package init(opener: any ByteStreamOpening, loop: WebSocketLoop) {
    self.opener = opener
    self.loop = loop
  }

  /// Connects and shakes hands. `url` is `ws`, `wss`, `http` or `https`; `fields` go with the handshake. The total time-out
  /// bounds all of it. Cancellation gives up at once.
  package func connect(
    _ url: String, fields: HTTPFields = [:], subprotocols: [String] = [],
    options: WebSocketOptions = WebSocketOptions(), timeouts: HTTPTimeouts = HTTPTimeouts()
  ) async throws(WebSocketError) -> WebSocketConnection {
    guard let target = WebSocketTarget(url) else { throw .invalidURL }
    let deadline = ContinuousClock.now + timeouts.total
    let stream: any ByteStream
    do { stream = try await opener.openStream(to: target.origin, timeouts: timeouts) } catch {
      throw error.reason == .cancelled ? .cancelled : .notConnected(error.reason)
    }
    let handshake = ClientHandshake(
      target: target, fields: fields, subprotocols: subprotocols, key: HandshakeKey.make(SystemRandom()))
    let opened = try await shake(handshake, stream, until: deadline)
    let connection = WebSocketConnection(
      id: loop.makeID(), loop: loop, options: options, subprotocol: opened.subprotocol)
    connection.open(over: stream, early: opened.early, isClient: true)
    return connection
  }

  private func shake(_ handshake: ClientHandshake, _ stream: any ByteStream, until deadline: ContinuousClock.Instant)
    async throws(WebSocketError) -> ClientHandshake.Opened
  {
    let exchange = HandshakeExchange(handshake, stream, id: loop.makeID(), deadline: deadline)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in exchange.start(on: loop, continuation) }
    } onCancel: {
      loop.post { $0.cancelHandshake(exchange.id) }
    }
    return try result.get()
  }
}
