import Clocks
import Cryptography
import HTTPClient
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import VendorTesting
import WebSocket

@testable import PolyMock

/// A mock that listens, on a clock of its own, and whoever talks to it.
final class Bench: Stoppable {
  let mock: RunningPolyMock
  let time: ManualTime
  let client = HTTPClient()
  private let loop: WebSocketLoop

  private init(_ mock: RunningPolyMock, _ time: ManualTime, _ loop: WebSocketLoop) {
    self.mock = mock
    self.time = time
    self.loop = loop
  }

  static func running(
    _ change: (inout PolyMockOptions) -> Void = { _ in }, seed: UInt64 = 1,
    others: [PolyMockConfiguration.Account] = [], _ body: (Bench) async throws -> Void
  ) async throws {
    var options = PolyMockOptions()
    change(&options)
    let time = ManualTime()
    let mock = try await PolyMock.start(
      PolyMockConfiguration(seed: seed, others: others, options: options), time: time)
    let bench = Bench(mock, time, try WebSocketLoop())
    try await bench.whileItRuns(body)
  }

  func stop() async {
    await mock.stop()
    await loop.stop()
    await client.shutdown()
  }

  // MARK: Over HTTP

  @discardableResult
  func send(_ method: String, _ path: String, _ body: JSON? = nil, _ fields: HTTPFields = [:]) async throws -> Answer {
    try await send(method, path, bytes: body?.bytes(), fields)
  }

  func send(_ method: String, _ path: String, bytes: [UInt8]?, _ fields: HTTPFields = [:]) async throws -> Answer {
    var fields = fields
    if bytes != nil { fields["Content-Type"] = "application/json" }
    let answer = try await client.send(
      HTTPClientRequest(method: method, url: mock.url + path, fields: fields, body: bytes))
    return Answer(answer)
  }

  @discardableResult
  func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> Answer {
    try await send(method, "/_mock/" + path, body)
  }

  /// Sets options while the mock runs.
  func set(_ options: JSON) async throws {
    let answer = try await control("PATCH", "options", options)
    if answer.status != 200 { throw Failure("options: \(answer.json.text())") }
  }

  func fault(_ match: JSON, _ fault: JSON, times: Int64 = 1) async throws {
    let made = try await control("POST", "faults", ["match": match, "times": .integer(times), "fault": fault])
    if made.status != 201 { throw Failure("fault: \(made.json.text())") }
  }

  func advance(seconds: Double) async throws {
    try await control("POST", "clock", ["advance_ms": .integer(Int64(seconds * 1000))])
  }

  /// A call as the control plane shows it.
  func call(_ name: String = "latest") async throws -> JSON { try await control("GET", "calls/\(name)").json }

  // MARK: Messaging

  var tokens: HTTPFields {
    ["X-Token": mock.account.connectorToken.revealed, "X-Host": mock.account.hostIdentifier]
  }

  func accessToken() async throws -> String {
    try await send("POST", "/api/v1/access-token", [:], tokens)["access_token"]?.stringValue ?? ""
  }

  /// A session's id and its bearer's token.
  func session(_ body: JSON = ["platform": "custom"]) async throws -> (id: String, token: String) {
    let token = try await accessToken()
    let made = try await send("POST", "/api/v1/sessions", body, ["Authorization": "Bearer " + token])
    return (made["session_id"]?.stringValue ?? "", token)
  }

  /// A messaging socket whose first events have come.
  func messaging(_ session: (id: String, token: String), _ more: String = "") async throws -> Wire {
    try await open("/ws?access_token=\(session.token)&session_id=\(session.id)\(more)")
  }

  // MARK: Over sockets

  func open(_ path: String) async throws(WebSocketError) -> Wire {
    Wire(try await WebSocketClient(opener: client, loop: loop).connect(mock.url + path))
  }

  func signalling() async throws(WebSocketError) -> Wire { try await open("/api/v1/webrtc/signal") }

  /// What a handshake is answered with, when that is no upgrade.
  func handshake(_ path: String) async -> Answer {
    let parts = path.split(separator: "?", maxSplits: 1)
    let fields: HTTPFields = [
      "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]
    let head = HTTPRequestHead(
      method: "GET", path: String(parts[0]), query: parts.dropFirst().first.map(String.init), fields: fields)
    return Answer(await mock.engine.respond(to: HTTPRequest(head: head, body: [])))
  }

  // MARK: Calls

  func offer(_ more: JSONObject = [:]) -> JSON {
    var frame: JSONObject = [
      "type": "offer", "sessionId": nil, "data": ["type": "offer", "sdp": .string(Sample.offer)], "mode": "end-to-end",
      "authToken": .string(mock.account.webCallingToken.revealed), "callSid": .string("sid-1"), "caller": "Polyphone",
      "callee": "Polyphone",
    ]
    for (key, value) in more.pairs { frame[key] = value }
    return .object(frame)
  }

  /// A call that is answered: its socket and its `sessionId`.
  func answered(_ more: JSONObject = [:]) async throws -> (wire: Wire, session: String) {
    let wire = try await signalling()
    await wire.say(offer(more))
    guard let session = await wire.frame(of: "answer")?["sessionId"]?.stringValue else { throw Failure("no answer") }
    return (wire, session)
  }

  @discardableResult
  func media(_ state: String, of call: String = "latest", _ more: JSONObject = [:]) async throws -> Int {
    var body = more
    body["state"] = .string(state)
    return try await control("POST", "calls/\(call)/media", .object(body)).status
  }

  // MARK: The bridge

  func provision(_ body: JSON = ["mode": "voice-agent"]) async throws -> Bridged {
    let token = mock.account.webCallingToken.revealed
    let answer = try await send("POST", "/api/v1/call", body, ["Authorization": "Bearer " + token])
    return Bridged(bench: self, document: answer.json)
  }
}
