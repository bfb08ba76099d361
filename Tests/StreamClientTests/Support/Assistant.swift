import HTTPClient
import HTTPTypes
import WebSocket

/// A model's connection to a call, of which only the being there counts.
struct Assistant {
  private let loop: WebSocketLoop
  private let connection: WebSocketConnection

  init(_ url: String, token: String, _ opener: HTTPClient) async throws {
    loop = try WebSocketLoop()
    do {
      connection = try await WebSocketClient(opener: opener, loop: loop).connect(
        url, fields: ["Authorization": "Bearer sk-mock", "Stream-Authorization": token])
    } catch {
      await loop.stop()
      throw error
    }
  }

  func hangUp() async {
    await connection.close()
    await loop.stop()
  }
}
