import HTTPClient
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting
import WebSocket

@testable import StreamMock

/// A mock that listens, and whoever connects an agent to it.
final class AgentClient: Sendable {
  let mock: RunningStreamMock
  let client = HTTPClient()
  let loop: WebSocketLoop
  /// Makes tokens.
  let vendor = TestVendor()

  private init(_ mock: RunningStreamMock, _ loop: WebSocketLoop) {
    self.mock = mock
    self.loop = loop
  }

  static func running(
    _ change: (inout StreamMockOptions) -> Void = { _ in }, _ body: (AgentClient) async throws -> Void
  ) async throws {
    var options = StreamMockOptions()
    change(&options)
    let bench = AgentClient(
      try await StreamMock.start(StreamMockConfiguration(options: options)), try WebSocketLoop())
    do { try await body(bench) } catch { Issue.record(error) }
    await bench.mock.stop()
    await bench.loop.stop()
    await bench.client.shutdown()
  }

  /// A token that is good now, by the wall.
  func token(_ user: String, cids: [String]? = nil) -> String {
    var claims: JSONObject = ["user_id": .string(user)]
    if let cids { claims["call_cids"] = .strings(cids) }
    return vendor.token(.object(claims))
  }

  func connect(
    query: String = "call_type=default&call_id=c&api_key=mockstreamkey", token: String? = nil,
    key: String? = "Bearer sk-mock", beta: Bool = false
  ) async throws(WebSocketError) -> WebSocketConnection {
    var fields: HTTPFields = ["Stream-Authorization": token ?? self.token("lucy", cids: ["default:c"])]
    if let key { fields["Authorization"] = key }
    if beta { fields["OpenAI-Beta"] = "realtime=v1" }
    return try await WebSocketClient(opener: client, loop: loop).connect(
      mock.url + "/video/connect_agent?" + query, fields: fields)
  }

  /// Sends a request to the mock's own side, or to the vendor as its server.
  @discardableResult
  func send(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> (status: Int, json: JSON) {
    let url = mock.url + path + (path.hasPrefix("/_mock") ? "" : "?api_key=mockstreamkey")
    let answer = try await client.send(
      HTTPClientRequest(
        method: method, url: url,
        fields: ["Authorization": vendor.server, "stream-auth-type": "jwt", "Content-Type": "application/json"],
        body: method == "GET" ? nil : body?.bytes() ?? []))
    return (answer.status, (try? JSON.parse(answer.body, mode: .strict)) ?? .null)
  }

  @discardableResult
  func act(_ act: String, _ body: JSON = [:]) async throws -> (status: Int, json: JSON) {
    try await send("POST", "/_mock/rooms/default%3Ac/agents/lucy/\(act)", body)
  }

  func agent() async throws -> JSON {
    try await send("GET", "/_mock/rooms/default%3Ac/agents/lucy").json
  }
}

extension WebSocketConnection {
  /// The next frame; nil at the end.
  func frame() async -> JSON? {
    guard let message = await receive() else { return nil }
    return try? JSON.parse(message.bytes, mode: .strict)
  }

  /// Frames up to the first of a type, that one included.
  func frames(upTo type: String) async -> [JSON] {
    var frames: [JSON] = []
    while let frame = await frame() {
      frames.append(frame)
      if frame["type"]?.stringValue == type { break }
    }
    return frames
  }

  func say(_ frame: JSON) async { await send(.text(frame.bytes())) }
}

extension [JSON] {
  var types: [String] { compactMap { $0["type"]?.stringValue } }
  func first(_ type: String) -> JSON? { first { $0["type"]?.stringValue == type } }
}
