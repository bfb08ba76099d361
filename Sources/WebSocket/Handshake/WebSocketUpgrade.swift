package import HTTPTypes

/// The server's side: an answer that turns a request into a connection.
package struct WebSocketUpgrade: HTTPUpgrade {
  private let loop: WebSocketLoop
  private let options: WebSocketOptions
  private let subprotocol: String?
  private let serve: @Sendable (WebSocketConnection) async -> Void

  /// The answer to a handshake: 101, or 400 for what is none, or 426 for a version that nobody speaks any more. `serve`
  /// has the connection until it returns; its task is cancelled when the server stops, and the peer is told 1001.
  package static func response(
    to head: HTTPRequestHead, loop: WebSocketLoop, options: WebSocketOptions = WebSocketOptions(),
    subprotocols: [String] = [], serve: @escaping @Sendable (WebSocketConnection) async -> Void
  ) -> HTTPResponse {
    guard isHandshake(head), let key = head.fields["Sec-WebSocket-Key"], HandshakeKey.isSound(key) else {
      return HTTPResponse(status: 400)
    }
    guard head.fields["Sec-WebSocket-Version"] == "13" else {
      return HTTPResponse(status: 426, fields: ["Sec-WebSocket-Version": "13", "Upgrade": "websocket"])
    }
    let offered = tokens(head.fields, "Sec-WebSocket-Protocol")
    let agreed = subprotocols.first(where: offered.contains)
    var fields: HTTPFields = ["Upgrade": "websocket", "Sec-WebSocket-Accept": HandshakeKey.accept(key)]
    if let agreed { fields["Sec-WebSocket-Protocol"] = agreed }
    let upgrade = WebSocketUpgrade(loop: loop, options: options, subprotocol: agreed, serve: serve)
    return HTTPResponse(status: 101, fields: fields, body: .upgrade(upgrade))
  }

  /// Whether a request asks for a WebSocket at all.
  package static func isHandshake(_ head: HTTPRequestHead) -> Bool {
    head.method == "GET" && !head.hasBody
      && tokens(head.fields, "Upgrade").contains { $0.lowercased() == "websocket" }
      && tokens(head.fields, "Connection").contains { $0.lowercased() == "upgrade" }
  }

  package func run(_ upgraded: HTTPUpgradedConnection) async {
    let id = loop.makeID()
    let connection = WebSocketConnection(id: id, loop: loop, options: options, subprotocol: subprotocol)
    let stream = DescriptorStream(descriptor: upgraded.descriptor)
    connection.open(over: stream, early: upgraded.early, isClient: false)
    await withTaskCancellationHandler {
      await serve(connection)
    } onCancel: {
      connection.startClosing(1001, "going away")
    }
    await connection.close()
  }

  private static func tokens(_ fields: HTTPFields, _ name: String) -> [String] {
    fields.values(of: name).flatMap { $0.split(separator: ",") }.map { String($0.filter { $0 != " " }) }
  }
}
