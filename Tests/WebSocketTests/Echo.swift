import HTTPClient
import HTTPServer
import HTTPTypes
import WebSocket

/// A server that sends each message back, with a client for it.
struct Echo: Sendable {
  let server: HTTPServer
  let client: HTTPClient
  let loop: WebSocketLoop

  var port: UInt16 { server.port }

  static func start(
    options: WebSocketOptions = WebSocketOptions(),
    serve: @escaping @Sendable (WebSocketConnection) async -> Void = Echo.echo
  ) async throws -> Echo {
    let loop = try WebSocketLoop()
    let handler = Handler(loop: loop, options: options, serve: serve)
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: handler)
    return Echo(server: server, client: HTTPClient(), loop: loop)
  }

  static func running(
    options: WebSocketOptions = WebSocketOptions(),
    serve: @escaping @Sendable (WebSocketConnection) async -> Void = Echo.echo, _ body: (Echo) async throws -> Void
  ) async throws {
    let echo = try await start(options: options, serve: serve)
    do { try await body(echo) } catch {
      await echo.stop()
      await echo.end()
      throw error
    }
    await echo.stop()
    await echo.end()
  }

  func connect(
    path: String = "/ws", fields: HTTPFields = [:], subprotocols: [String] = [],
    options: WebSocketOptions = WebSocketOptions(), timeouts: HTTPTimeouts = HTTPTimeouts(),
    on other: WebSocketLoop? = nil
  ) async throws(WebSocketError) -> WebSocketConnection {
    try await WebSocketClient(opener: client, loop: other ?? loop).connect(
      "ws://127.0.0.1:\(port)\(path)", fields: fields, subprotocols: subprotocols, options: options, timeouts: timeouts)
  }

  /// Whether the server comes to have nothing open and nothing running.
  func isQuiet() async -> Bool {
    for _ in 0..<1_000 {
      if server.openConnections == 0 && server.runningTasks == 0 { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  /// Stops the server alone.
  func stop() async { await server.stop(drain: .seconds(1)) }

  func end() async {
    await loop.stop()
    await client.shutdown()
  }

  static let echo: @Sendable (WebSocketConnection) async -> Void = { connection in
    while let message = await connection.receive() { await connection.send(message) }
  }

  private struct Handler: HTTPHandler {
    let loop: WebSocketLoop
    let options: WebSocketOptions
    let serve: @Sendable (WebSocketConnection) async -> Void

    func respond(to request: HTTPRequest) async -> HTTPResponse {
      guard request.head.path == "/ws" else { return HTTPResponse(status: 404) }
      return WebSocketUpgrade.response(
        to: request.head, loop: loop, options: options, subprotocols: ["chat.v2", "chat.v1"], serve: serve)
    }
  }
}
