import HTTPClient
import WebSocket

/// What connections of the gateway's own go over.
struct SeatLine: Sendable {
  private let client = HTTPClient()
  private let loop: WebSocketLoop

  init() throws { loop = try WebSocketLoop() }

  var sockets: any WebSocketConnecting { WebSocketClient(opener: client, loop: loop) }

  func stop() async {
    await loop.stop()
    await client.shutdown()
  }
}
