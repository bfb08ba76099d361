import Clocks
import Cryptography
import HTTPClient
import HTTPServer
import HTTPTypes
import JSONCoding
import MeetingCore
import ProgramTesting
import Synchronization
import Testing
import WebSocket

@testable import VideoSDKAdapter

/// A service whose side of each connection is written by the test. At its end nobody may be connected any more.
final class ScriptedService: HTTPHandler {
  typealias Script = @Sendable (ScriptedLine) async -> Void

  private struct State {
    var scripts: [Script]
    var rest: HTTPResponse?
    var requests: [HTTPRequest] = []
    var connected = 0
    var closures: [WebSocketClosure] = []
  }

  let loop: WebSocketLoop
  let client = HTTPClient()
  private let port = Mutex<UInt16>(0)
  private let state: Mutex<State>

  /// One script for each connection, the last for all that come after.
  private init(_ scripts: [Script]) throws {
    loop = try WebSocketLoop()
    state = Mutex(State(scripts: scripts))
  }

  static func running(
    _ scripts: [Script], answering rest: HTTPResponse? = nil, _ body: (ScriptedService) async throws -> Void
  ) async throws {
    let service = try ScriptedService(scripts)
    service.state.withLock { $0.rest = rest }
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: service)
    service.port.withLock { $0 = server.port }
    let result: Result<Void, any Error>
    do { result = .success(try await body(service)) } catch { result = .failure(error) }
    #expect(await eventually { service.open == 0 }, "a connection is left")
    await server.stop(drain: .zero)
    await service.loop.stop()
    await service.client.shutdown()
    try result.get()
  }

  var url: String { "http://127.0.0.1:\(port.withLock { $0 })" }
  /// How many have connected so far.
  var connected: Int { state.withLock { $0.connected } }
  /// How many are connected now.
  var open: Int { state.withLock { $0.connected - $0.closures.count } }
  /// How those ended that are over.
  var closures: [WebSocketClosure] { state.withLock { $0.closures } }
  /// Everything that was asked over HTTP, handshakes among it.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func answer(_ rest: HTTPResponse?) { state.withLock { $0.rest = rest } }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    let rest = state.withLock { state in
      state.requests.append(request)
      return state.rest
    }
    guard WebSocketUpgrade.isHandshake(request.head) else { return rest ?? usual }
    let query = QueryParameters(request.head.query) ?? QueryParameters("")!
    return WebSocketUpgrade.response(to: request.head, loop: loop, subprotocols: ["protoo"]) { connection in
      let script = self.state.withLock { state in
        state.connected += 1
        return state.scripts.count > 1 ? state.scripts.removeFirst() : state.scripts[0]
      }
      await script(ScriptedLine(connection: connection, query: query))
      while await connection.receive() != nil {}
      let closure = connection.closure ?? WebSocketClosure(.lost, code: 1006)
      self.state.withLock { $0.closures.append(closure) }
    }
  }

  private var usual: HTTPResponse {
    let address = "ws" + url.dropFirst(4)
    return Self.json(["data": ["baseUrl": "unused.test", "signalingUrl": .string(address), "iceServers": "x"]])
  }

  static func json(_ json: JSON, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, fields: ["Content-Type": "application/json"], body: .bytes(json.bytes()))
  }

  // MARK: Its clients

  static let token = "header.claims.signature-of-the-token"

  func identity(_ peer: String = "me", mode: PeerMode = .signallingOnly) -> SignallingIdentity {
    SignallingIdentity(
      room: "abcd-efgh-ijkl", peer: peer, displayName: peer, mode: mode, token: Secret(Self.token))
  }

  func door(_ patience: SignallingPatience = SignallingPatience(), time: any TimeSource = SystemTime())
    -> SignallingDoor
  {
    SignallingDoor(
      baseURL: url, patience: patience, transport: client, sockets: WebSocketClient(opener: client, loop: loop),
      time: time, random: SeededRandom(seed: 11))
  }
}
