import Clocks
import HTTPClient
import HTTPTypes
import JSONCoding
import MockKit
import VendorTesting
import WebSocket

@testable import VideoSDKMock

/// A mock that listens, on a clock of its own, and whoever connects to its signalling.
final class SignallingBench: Stoppable {
  let mock: RunningVideoSDKMock
  /// Makes tokens by the same clock.
  let vendor: TestVendor
  let client = HTTPClient()
  private let loop: WebSocketLoop

  private init(_ mock: RunningVideoSDKMock, _ vendor: TestVendor, _ loop: WebSocketLoop) {
    self.mock = mock
    self.vendor = vendor
    self.loop = loop
  }

  static func running(
    _ change: (inout VideoSDKSignallingOptions) -> Void = { _ in },
    model: (inout VideoSDKMockOptions) -> Void = { _ in }, _ body: (SignallingBench) async throws -> Void
  ) async throws {
    var options = VideoSDKMockOptions()
    model(&options)
    change(&options.signalling)
    let vendor = TestVendor()
    let mock = try await VideoSDKMock.start(VideoSDKMockConfiguration(options: options), time: vendor.time)
    let bench = SignallingBench(mock, vendor, try WebSocketLoop())
    try await bench.whileItRuns(body)
  }

  func stop() async {
    await mock.stop()
    await loop.stop()
    await client.shutdown()
  }

  // MARK: Over HTTP

  @discardableResult
  func send(_ method: String, _ path: String, _ body: JSON? = nil, token: String? = nil) async throws
    -> (status: Int, json: JSON)
  {
    let answer = try await client.send(
      HTTPClientRequest(
        method: method, url: mock.url + path,
        fields: ["Authorization": token ?? vendor.token(), "Content-Type": "application/json"],
        body: body?.bytes()))
    return (answer.status, (try? JSON.parse(answer.body, mode: .strict)) ?? .null)
  }

  @discardableResult
  func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> (status: Int, json: JSON) {
    try await send(method, "/_mock/" + path, body)
  }

  func room(_ body: JSON? = nil) async throws -> String {
    try await send("POST", "/v2/rooms", body).json["roomId"]?.stringValue ?? ""
  }

  func advance(seconds: Int64) async throws {
    try await control("POST", "clock", ["advance_ms": .integer(seconds * 1000)])
  }

  /// A device of the control plane's joins.
  func device(_ id: String, _ room: String, _ more: JSONObject = [:]) async throws {
    var body = more
    body["participant_id"] = .string(id)
    try await control("POST", "rooms/\(room)/participants", .object(body))
  }

  /// What the control plane sees of the connections.
  func connections() async throws -> [JSON] {
    try await control("GET", "sockets").json["items"]?.arrayValue ?? []
  }

  func connection(_ id: String) async throws -> JSON? {
    try await connections().first { $0["participant_id"]?.stringValue == id }
  }

  /// Makes a rule for messages.
  func fault(_ operation: String, _ fault: JSON, peer: String? = nil) async throws {
    var match: JSONObject = ["method": "WS", "operation": .string(operation)]
    if let peer { match["path"] = .string("*/peers/\(peer)") }
    let made = try await control("POST", "faults", ["match": .object(match), "fault": fault])
    if made.status != 201 { throw Refused(text: made.json.text()) }
  }

  struct Refused: Error { let text: String }

  // MARK: Over sockets

  /// A token as its bearer needs it for joining.
  func token(_ id: String, _ room: String, _ permissions: [String]) -> String {
    vendor.token { claims in
      claims["permissions"] = .strings(permissions)
      claims["roles"] = ["rtc"]
      claims["roomId"] = .string(room)
      claims["participantId"] = .string(id)
    }
  }

  /// The handshake alone.
  func open(_ query: String, subprotocols: [String] = ["protoo"]) async throws(WebSocketError) -> WebSocketConnection {
    try await WebSocketClient(opener: client, loop: loop).connect(
      "\(mock.url)/?\(query)", subprotocols: subprotocols)
  }

  /// Somebody who is connected, and in no room yet.
  func connect(
    _ id: String, _ room: String, mode: String = "SIGNALLING_ONLY", permissions: [String] = ["allow_join"],
    token: String? = nil, type: String = "normal"
  ) async throws -> Peer {
    let secret = token ?? self.token(id, room, permissions)
    let query = "roomId=\(room)&peerId=\(id)&secret=\(secret)&mode=\(mode)&peerType=\(type)"
    return Peer(id, try await open(query))
  }

  /// Somebody who is in the room; nothing of the way there is left to be heard.
  func join(
    _ id: String, _ room: String, mode: String = "SIGNALLING_ONLY", permissions: [String] = ["allow_join"],
    type: String = "normal"
  ) async throws -> Peer {
    let peer = try await connect(id, room, mode: mode, permissions: permissions, type: type)
    if mode != "SIGNALLING_ONLY" { _ = try await peer.transports() }
    _ = try await peer.enter()
    return peer
  }

  /// Somebody who may act on others.
  func moderator(_ id: String, _ room: String) async throws -> Peer {
    try await join(id, room, permissions: ["allow_join", "allow_mod"])
  }
}
