import HTTPClient
import HTTPServer
import HTTPTypes
import JSONCoding
import ProgramTesting
import Synchronization
import Testing
import WebSocket

@testable import PolyAdapter

/// A service that answers in both dialects, as far as one call needs, with its habits set by a test. It keeps what it
/// heard.
final class ScriptedPoly: HTTPHandler {
  static let connectorToken = "connector-token-0123456789"
  static let webToken = "web-calling-token-0123456789"
  static let accessToken = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm9uIn0.c2lnbmF0dXJl"
  static let callToken = "1790000000.kq3vY0Jm5cQ4gq0T1m1o9yq2mS2T0p1QW3eR5tY7uI"
  static let turnPassword = "turn-password-0123456789"
  static let icePassword = "service-ice-password-0123"
  static let secrets = [connectorToken, webToken, accessToken, callToken, turnPassword, icePassword]

  struct Kept {
    var knobs: Knobs
    var said: [String] = []
    var frames: [String: [JSON]] = [:]
    var sockets: [String: [WebSocketConnection]] = [:]
    var opened = 0
    var closed = 0
    var closures: [String: [UInt16]] = [:]
    var requests: [HTTPRequest] = []
    var calls = 0
  }

  let loop: WebSocketLoop
  let client = HTTPClient()
  private let port = Mutex<UInt16>(0)
  let kept: Mutex<Kept>

  private init(_ knobs: Knobs) throws {
    loop = try WebSocketLoop()
    kept = Mutex(Kept(knobs: knobs))
  }

  /// At the end nobody may be connected any more.
  static func running(_ knobs: Knobs = Knobs(), _ body: (ScriptedPoly) async throws -> Void) async throws {
    let service = try ScriptedPoly(knobs)
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: service)
    service.port.withLock { $0 = server.port }
    let result: Result<Void, any Error>
    do { result = .success(try await body(service)) } catch { result = .failure(error) }
    #expect(await eventually { service.open == 0 }, "a socket is left")
    await server.stop(drain: .zero)
    await service.loop.stop()
    await service.client.shutdown()
    try result.get()
  }

  var host: String { "127.0.0.1:\(port.withLock { $0 })" }
  var open: Int { kept.withLock { $0.opened - $0.closed } }
  var said: [String] { kept.withLock { $0.said } }
  var requests: [HTTPRequest] { kept.withLock { $0.requests } }
  func count(_ word: String) -> Int { said.count { $0 == word } }
  func frames(_ role: String) -> [JSON] { kept.withLock { $0.frames[role] ?? [] } }
  func closures(_ role: String) -> [UInt16] { kept.withLock { $0.closures[role] ?? [] } }
  func turn(_ change: (inout Knobs) -> Void) { kept.withLock { change(&$0.knobs) } }
  var knobs: Knobs { kept.withLock { $0.knobs } }

  // MARK: Its side of things

  /// Says something on the socket that was opened last.
  func say(_ json: JSON, on role: String) {
    kept.withLock { $0.sockets[role]?.last }?.startSending(.text(json.bytes()))
  }

  /// Closes the socket that was opened last; 1006 breaks it off.
  func close(_ role: String, _ code: UInt16) {
    guard let socket = kept.withLock({ $0.sockets[role]?.last }) else { return }
    if code == 1006 { socket.startDropping() } else { socket.startClosing(code) }
  }

  // MARK: HTTP

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    let isSocket = WebSocketUpgrade.isHandshake(request.head)
    kept.withLock { kept in
      kept.requests.append(request)
      if !isSocket { kept.said.append("\(request.head.method) \(Self.short(request.head.path))") }
    }
    switch request.head.path {
    case "/api/v1/access-token": return messaging(request, ["access_token": .string(Self.accessToken)])
    case "/api/v1/sessions": return messaging(request, ["session_id": "session-1"])
    case "/ws": return socket(request, "messaging", refused: knobs.refusesMessaging)
    case "/api/v1/ice-servers": return await iceServers(request)
    case "/api/v1/webrtc/signal":
      let isFull = kept.withLock { ($0.sockets["signalling"]?.count ?? 0) >= $0.knobs.mostSignalling }
      return socket(request, "signalling", refused: isFull ? 503 : nil)
    default: return await bridge(request)
    }
  }

  /// Ids in paths are different in each run.
  private static func short(_ path: String) -> String {
    let parts = path.split(separator: "/").dropFirst(2).map(String.init)
    return parts.map { $0.hasPrefix("call-") ? "ID" : $0 }.joined(separator: "/")
  }

  private func messaging(_ request: HTTPRequest, _ usual: JSON) -> HTTPResponse {
    let isToken = request.head.path.hasSuffix("access-token")
    let isGood =
      isToken
      ? request.head.fields["X-Token"] == Self.connectorToken && request.head.fields["X-Host"] == "app.example.com"
      : request.head.fields["Authorization"] == "Bearer " + Self.accessToken
    let status = kept.withLock { kept -> Int? in
      let path = isToken ? \Knobs.tokenStatuses : \Knobs.sessionStatuses
      return kept.knobs[keyPath: path].isEmpty ? nil : kept.knobs[keyPath: path].removeFirst()
    }
    guard let status = status ?? (isGood ? nil : 401) else { return Self.json(usual) }
    var answer = Self.json(["message": .string("refused \(Self.connectorToken)")], status: status)
    if let wait = knobs.retryAfter { answer.fields["Retry-After"] = wait }
    return answer
  }

  private func iceServers(_ request: HTTPRequest) async -> HTTPResponse {
    let isGood = QueryParameters(request.head.query)?["token"] == Self.webToken
    switch knobs.ice {
    case .usual where isGood:
      return Self.json([
        "iceServers": [
          ["urls": "turn:turn.example:3478", "username": "u", "credential": .string(Self.turnPassword)]
        ]
      ])
    case .usual, .refused: return Self.json([:], status: 401)
    case .broken: return HTTPResponse(status: 200, body: .bytes(Array("<html>".utf8)))
    case .empty: return Self.json(["iceServers": []])
    case .silent:
      await silence()
      return Self.json([:])
    }
  }

  /// Until the client is gone.
  func silence() async { while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) } }

  static func json(_ json: JSON, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, fields: ["Content-Type": "application/json"], body: .bytes(json.bytes()))
  }

  /// A description with a password that must not be seen.
  static func answer(_ setUp: String = "active") -> String {
    [
      "v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "m=audio 9 UDP/TLS/RTP/SAVPF 111", "a=ice-ufrag:service",
      "a=ice-pwd:\(icePassword)", "a=setup:\(setUp)", "a=mid:0", "a=sendrecv", "a=rtpmap:111 opus/48000/2",
    ].map { $0 + "\r\n" }.joined()
  }
}
