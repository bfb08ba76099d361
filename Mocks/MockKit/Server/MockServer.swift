package import Clocks
import HTTPClient
import HTTPServer
import HTTPTypes
package import JSONCoding

/// A mock engine behind a listener on a port of its own.
package final class MockServer: Sendable {
  package let engine: MockEngine
  /// e.g. `http://127.0.0.1:40123`, without a slash at its end.
  package let url: String
  package let port: Int
  private let server: HTTPServer
  private let client: HTTPClient

  private init(engine: MockEngine, url: String, server: HTTPServer, client: HTTPClient) {
    self.engine = engine
    self.url = url
    port = Int(server.port)
    self.server = server
    self.client = client
  }

  /// Listens; `port` 0 takes a free one. `time` is the vendor's clock; the wire's clock always runs. A server that was
  /// started must be stopped.
  package static func start(
    _ vendor: any MockVendor, time: any TimeSource, address: String = "127.0.0.1", port: UInt16 = 0,
    policy: WebhookPolicy = WebhookPolicy()
  ) throws -> MockServer {
    let client = HTTPClient()
    let engine = MockEngine(vendor: vendor, time: time, wire: SystemTime(), transport: client, policy: policy)
    let server = try HTTPServer.start(HTTPServerConfiguration(address: address, port: port), handler: engine)
    let host = address.contains(":") ? "[\(address)]" : address
    return MockServer(engine: engine, url: "http://\(host):\(server.port)", server: server, client: client)
  }

  /// What a ready line or port file says; `extra` members come behind.
  package func readyDocument(_ extra: JSONObject = JSONObject()) -> JSON {
    var document: JSONObject = ["vendor": .string(engine.vendor.name), "url": .string(url), "port": .int(port)]
    for (key, value) in extra.pairs { document[key] = value }
    return .object(document)
  }

  /// Ends timers and deliveries, stops listening, cancels what is unanswered.
  package func stop() async {
    await engine.stop()
    await server.stop(drain: .zero)
    await client.shutdown()
  }
}
