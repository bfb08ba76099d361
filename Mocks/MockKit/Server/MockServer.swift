import ByteRelay
package import Clocks
import HTTPClient
import HTTPServer
import HTTPTypes
package import JSONCoding
import WebSocket

/// A mock engine behind a listener on a port of its own: a relay of bytes, which can break them, and behind it the HTTP
/// server.
package final class MockServer: Sendable {
  package let engine: MockEngine
  /// e.g. `http://127.0.0.1:40123`, without a slash at its end.
  package let url: String
  package let port: Int
  private let relay: ByteRelay
  private let server: HTTPServer
  private let client: HTTPClient
  private let sockets: WebSocketLoop

  private init(
    engine: MockEngine, url: String, relay: ByteRelay, server: HTTPServer, client: HTTPClient, sockets: WebSocketLoop
  ) {
    self.engine = engine
    self.url = url
    port = Int(relay.port)
    self.relay = relay
    self.server = server
    self.client = client
    self.sockets = sockets
  }

  /// Listens; `port` 0 takes a free one. `time` is the vendor's clock; the wire's clock always runs. A server that was
  /// started must be stopped.
  package static func start(
    _ vendor: any MockVendor, time: any TimeSource, address: String = "127.0.0.1", port: UInt16 = 0,
    policy: WebhookPolicy = WebhookPolicy()
  ) throws -> MockServer {
    let relay = try ByteRelay(address: address, port: port)
    let client = HTTPClient()
    let sockets = try WebSocketLoop()
    let engine = MockEngine(
      vendor: vendor, time: time, wire: SystemTime(), transport: client, policy: policy, relay: relay,
      sockets: sockets)
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: engine)
    try relay.start(to: server.port) { [weak engine] in engine?.greet() ?? .reset }
    let host = address.contains(":") ? "[\(address)]" : address
    return MockServer(
      engine: engine, url: "http://\(host):\(relay.port)", relay: relay, server: server, client: client,
      sockets: sockets)
  }

  /// Clients that are connected.
  package var openConnections: Int { server.openConnections }

  /// Requests that are not answered yet.
  package var runningTasks: Int { server.runningTasks }

  /// What a ready line or port file says; `extra` members come behind.
  package func readyDocument(_ extra: JSONObject = JSONObject()) -> JSON {
    var document: JSONObject = ["vendor": .string(engine.vendor.name), "url": .string(url), "port": .int(port)]
    for (key, value) in extra.pairs { document[key] = value }
    return .object(document)
  }

  /// Ends timers and deliveries, stops listening, cancels what is unanswered.
  package func stop() async {
    await engine.stop()
    await relay.stop()
    await server.stop(drain: .zero)
    await sockets.stop()
    await client.shutdown()
  }
}
