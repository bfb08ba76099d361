import JSONCoding
import MockKit
import ProgramTesting
import Synchronization
import VendorTesting
import WebSocket

/// A client of the signalling, used by one task at a time.
final class Peer: Sendable {
  let id: String
  let wire: JSONSocket
  private let requests = Mutex<Int64>(0)

  init(_ id: String, _ socket: WebSocketConnection) {
    self.id = id
    wire = JSONSocket(socket)
  }

  var socket: WebSocketConnection { wire.socket }

  // MARK: Frames

  func say(_ frame: JSON) async { await wire.say(frame) }

  /// The first frame that fits; the others wait.
  func frame(_ fits: (JSON) -> Bool) async -> JSON? { await wire.frame(fits) }

  /// The next frame, whatever it is.
  func next() async -> JSON? { await wire.next() }

  /// How the connection ended, once it has.
  func closure() async -> WebSocketClosure? { await wire.closure() }

  // MARK: Requests

  /// Sends a request; its answer's frame.
  @discardableResult
  func ask(_ method: String, _ data: JSON = [:]) async -> JSON? {
    let id = await send(method, data)
    return await answer(id)
  }

  /// Sends a request and does not wait; its id.
  func send(_ method: String, _ data: JSON = [:]) async -> Int64 {
    let id = requests.withLock { requests in
      requests += 1
      return requests
    }
    await say(["request": true, "id": .integer(id), "method": .string(method), "data": data])
    return id
  }

  func answer(_ id: Int64) async -> JSON? {
    await frame { $0["response"] == true && $0["id"]?.integerValue == id }
  }

  /// The data of an answer that was ok.
  func data(_ method: String, _ data: JSON = [:]) async throws -> JSON {
    let answer = await ask(method, data)
    guard answer?["ok"] == true, let data = answer?["data"] else {
      throw Failure("\(method) was answered with \(answer?.text() ?? "nothing")")
    }
    return data
  }

  /// `code reason` of an answer that was not ok.
  func refusal(_ method: String, _ data: JSON = [:]) async -> String {
    let answer = await ask(method, data)
    guard answer?["ok"] == false else { return answer?.text() ?? "nothing" }
    return "\(answer?["errorCode"]?.integerValue ?? -1) \(answer?["errorReason"]?.stringValue ?? "")"
  }

  // MARK: What the server says

  /// The data of the first notification of a method.
  func news(_ method: String) async -> JSON? {
    await frame { $0["notification"] == true && $0["method"]?.stringValue == method }?["data"]
  }

  /// The server's first request of a method, unanswered.
  func question(_ method: String) async -> JSON? {
    await frame { $0["request"] == true && $0["method"]?.stringValue == method }
  }

  func accept(_ question: JSON?) async {
    await say(["response": true, "id": question?["id"] ?? .null, "ok": true, "data": [:]])
  }

  func reject(_ question: JSON?, _ code: Int64 = 403) async {
    await say([
      "response": true, "id": question?["id"] ?? .null, "ok": false, "errorCode": .integer(code), "errorReason": "no",
    ])
  }

  /// Everything that was said up to now, in order, and not asked for yet.
  func heard() async -> [JSON] {
    let id = await send("getRouterRtpCapabilities")
    _ = await answer(id)
    return wire.takeWaiting()
  }

  /// The methods of what was said up to now.
  func methods() async -> [String] { await heard().compactMap { $0["method"]?.stringValue } }

  // MARK: Coming in

  /// Asks to be let in, and joins; the answer to that.
  @discardableResult
  func enter(_ more: JSONObject = [:]) async throws -> JSON {
    _ = await ask("requestEntry", ["name": .string(id)])
    _ = await news("entryResponded")
    return try await join(more)
  }

  func join(_ more: JSONObject = [:]) async throws -> JSON {
    var body = more
    body["displayName"] = body["displayName"] ?? .string(id.uppercased())
    return try await data("join", .object(body))
  }

  /// Makes both transports; their ids.
  @discardableResult
  func transports() async throws -> (send: JSON, receive: JSON) {
    let send = try await data("createWebRtcTransport", ["producing": true, "consuming": false])
    let receive = try await data("createWebRtcTransport", ["producing": false, "consuming": true])
    return (send["id"] ?? .null, receive["id"] ?? .null)
  }
}
