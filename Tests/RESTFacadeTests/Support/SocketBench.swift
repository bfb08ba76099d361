import Clocks
import GatewayEngine
import HTTPClient
import HTTPServer
import HTTPTypes
import JSONCoding
import RESTFacade
import WebSocket

/// A facade behind a real server, with a WebSocket client for it.
final class SocketBench: Sendable {
  let harness: Harness
  let server: HTTPServer
  private let client = HTTPClient()
  private let loop: WebSocketLoop

  private init(_ harness: Harness, _ loop: WebSocketLoop) throws {
    self.harness = harness
    self.loop = loop
    server = try HTTPServer.start(HTTPServerConfiguration(), handler: harness.facade)
  }

  static func running(
    time: any TimeSource = SystemTime(), limits: RateLimitOptions = RateLimitOptions(), tailCapacity: Int = 4_096,
    _ body: (SocketBench) async throws -> Void
  ) async throws {
    let loop = try WebSocketLoop()
    let bench = try SocketBench(
      try await Harness(time: time, limits: limits, sockets: loop, tailCapacity: tailCapacity), loop)
    do { try await body(bench) } catch {
      await bench.stop()
      throw error
    }
    await bench.stop()
  }

  func stop() async {
    harness.gateway.endStreams()
    await server.stop(drain: .seconds(2))
    await loop.stop()
    await client.shutdown()
  }

  /// `key` nil sends no credential with the handshake.
  func connect(_ query: String = "", key: String?) async throws(WebSocketError) -> WebSocketConnection {
    let fields: HTTPFields = key.map { ["Authorization": "Bearer " + $0] } ?? [:]
    return try await WebSocketClient(opener: client, loop: loop).connect(
      "ws://127.0.0.1:\(server.port)/v1/events/ws\(query)", fields: fields)
  }

  /// Connects, is let in, and has heard that it is.
  func follow(_ query: String = "", key: String? = nil) async throws -> WebSocketConnection {
    let socket = try await connect(query, key: key ?? harness.manager)
    guard await socket.frame()["type"] == "ready" else { throw Unexpected() }
    return socket
  }

  struct Unexpected: Error {}
}

extension WebSocketConnection {
  /// The next frame; null at the end.
  func frame() async -> JSON {
    guard let message = await receive() else { return .null }
    return (try? JSON.parse(message.bytes, mode: .strict)) ?? .null
  }

  /// The next event's type and id.
  func event() async -> (type: String, id: String) {
    let frame = await frame()
    return (frame["event"]?["type"]?.stringValue ?? "", frame["id"]?.stringValue ?? "")
  }

  func say(_ json: JSON) async { await send(WebSocketMessage(json.text())) }

  /// Reads to the end and says how it was.
  func ending() async -> UInt16? {
    while await receive() != nil {}
    return closure?.code
  }
}
