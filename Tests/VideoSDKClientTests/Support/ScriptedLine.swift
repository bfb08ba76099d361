import HTTPTypes
import JSONCoding
import WebSocket

@testable import VideoSDKAdapter

/// One connection to a scripted service, from the service's side.
struct ScriptedLine: Sendable {
  /// What becomes of a request.
  enum Answer: Sendable {
    case accept(JSON)
    case refuse(Int, String)
    case silence
  }

  let connection: WebSocketConnection
  let query: QueryParameters

  var peer: String { query["peerId"] ?? "" }

  /// The next frame; nil at the end.
  func next() async -> ProtooFrame? {
    while let message = await connection.receive() {
      if let frame = ProtooFrame.read(message.bytes) { return frame }
    }
    return nil
  }

  func send(_ frame: ProtooFrame) async { await connection.send(.text(frame.json.bytes())) }

  func tell(_ method: String, _ data: JSON = [:]) async { await send(.notification(method: method, data: data)) }

  func ask(_ method: String, _ data: JSON = [:], id: Int64 = 1) async {
    await send(.request(id: id, method: method, data: data))
  }

  func say(_ text: String) async { await connection.send(WebSocketMessage(text)) }

  /// Answers whatever comes, until the client is gone; in its own way where `body` says how.
  func serve(peers: JSON = [], _ body: @Sendable (String, JSON) async -> Answer? = { _, _ in nil }) async {
    while let frame = await next() {
      guard case .request(let id, let method, let data) = frame else { continue }
      switch await body(method, data) ?? usual(method, data, peers) {
      case .accept(let data): await send(.accepted(id: id, data: data))
      case .refuse(let code, let reason): await send(.refused(id: id, code: code, reason: reason))
      case .silence: break
      }
      if method == "requestEntry" { await open() }
    }
  }

  /// Answers until the client is in.
  func letIn(peers: JSON = []) async {
    while let frame = await next() {
      guard case .request(let id, let method, let data) = frame,
        case .accept(let answer) = usual(method, data, peers)
      else { continue }
      await send(.accepted(id: id, data: answer))
      if method == "requestEntry" { await open() }
      if method == "join" { return }
    }
  }

  private func open() async {
    await tell("entryResponded", ["peerId": .string(peer), "sessionId": "session-1", "decision": "allowed"])
  }

  private func usual(_ method: String, _ data: JSON, _ peers: JSON) -> Answer {
    switch method {
    case "getRouterRtpCapabilities": .accept(SessionBench.router)
    case "createWebRtcTransport": .accept(["id": "transport"])
    case "join": .accept(["peers": peers, "messages": []])
    case "produce": .accept(["id": .string("producer-" + (data["kind"]?.stringValue ?? ""))])
    case "pubsubSubscribe": .accept(["messages": []])
    default: .accept([:])
    }
  }
}
