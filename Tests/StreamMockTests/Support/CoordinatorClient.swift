import Clocks
import HTTPClient
import HTTPTypes
import JSONCoding
import MockKit
import VendorTesting
import WebSocket

@testable import StreamMock

/// A mock that listens, on a clock of its own, and whoever connects to its coordinator.
final class CoordinatorClient: Stoppable {
  let time: ManualTime
  let mock: RunningStreamMock
  /// Makes tokens by the same clock.
  let vendor: TestVendor
  private let client = HTTPClient()
  private let loop: WebSocketLoop

  private init(_ mock: RunningStreamMock, _ vendor: TestVendor, _ loop: WebSocketLoop) {
    self.mock = mock
    self.vendor = vendor
    self.loop = loop
    time = vendor.time
  }

  static func running(
    _ change: (inout StreamMockOptions) -> Void = { _ in }, _ body: (CoordinatorClient) async throws -> Void
  ) async throws {
    var options = StreamMockOptions()
    change(&options)
    let vendor = TestVendor()
    let mock = try await StreamMock.start(StreamMockConfiguration(options: options), time: vendor.time)
    let bench = CoordinatorClient(mock, vendor, try WebSocketLoop())
    try await bench.whileItRuns(body)
  }

  func stop() async {
    await mock.stop()
    await loop.stop()
    await client.shutdown()
  }

  /// The handshake alone.
  func open(_ path: String = "/video/connect", query: String = "api_key=mockstreamkey&stream-auth-type=jwt")
    async throws(WebSocketError) -> WebSocketConnection
  {
    try await WebSocketClient(opener: client, loop: loop).connect("\(mock.url)\(path)?\(query)")
  }

  func open(at url: String, fields: HTTPFields = [:]) async throws(WebSocketError) -> WebSocketConnection {
    try await WebSocketClient(opener: client, loop: loop).connect(url, fields: fields)
  }

  /// Connects as a user; returns what came first.
  func connect(_ user: String, path: String = "/video/connect", token: String? = nil, details: JSON? = nil)
    async throws -> (socket: WebSocketConnection, first: JSON)
  {
    let socket = try await open(path)
    await socket.say([
      "token": .string(token ?? vendor.user(user)), "products": ["video"],
      "user_details": details ?? ["id": .string(user)],
    ])
    return (socket, await socket.frame() ?? .null)
  }

  /// A connected user's socket and connection id.
  func welcome(_ user: String, token: String? = nil) async throws -> (socket: WebSocketConnection, id: String) {
    let (socket, first) = try await connect(user, token: token)
    return (socket, first["connection_id"]?.stringValue ?? "")
  }

  @discardableResult
  func send(
    _ method: String, _ path: String, _ body: JSON? = nil, token: String? = nil, connection: String? = nil,
    authType: String = "jwt"
  ) async throws -> (status: Int, json: JSON) {
    var url = mock.url + path
    if !path.hasPrefix("/_mock") { url += "?api_key=mockstreamkey" + (connection.map { "&connection_id=" + $0 } ?? "") }
    let answer = try await client.send(
      HTTPClientRequest(
        method: method, url: url,
        fields: [
          "Authorization": token ?? vendor.server, "stream-auth-type": authType, "Content-Type": "application/json",
        ], body: method == "GET" ? nil : body?.bytes() ?? []))
    return (answer.status, (try? JSON.parse(answer.body, mode: .strict)) ?? .null)
  }

  /// Makes a call with members.
  func call(_ id: String, members: [String] = [], creator: String = "host") async throws {
    var users = JSONObject()
    for user in members + [creator] { users[user] = ["id": .string(user)] }
    try await send("POST", "/api/v2/users", ["users": .object(users)])
    try await send(
      "POST", "/api/v2/video/call/default/\(id)",
      [
        "data": [
          "created_by_id": .string(creator), "members": .array(members.map { ["user_id": .string($0)] }),
        ]
      ])
  }

  func live(_ id: String) async throws { try await send("POST", "/api/v2/video/call/default/\(id)/go_live", [:]) }
}
