import WebSocket

/// An open socket of a call, and the way to its writer.
struct CallLine: Sendable {
  struct Outgoing: Sendable {
    let ticket: Int
    let frame: OutgoingFrame
  }

  let connection: WebSocketConnection
  let outlet: AsyncStream<Outgoing>.Continuation
}
