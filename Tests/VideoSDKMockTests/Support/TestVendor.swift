import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import Synchronization
import VendorTesting

@testable import VideoSDKMock

/// A mock in process on a manual clock, its webhooks caught by a receiver.
final class TestVendor: MockInProcess {
  static let key = "mock-videosdk-key"
  static let secret = Secret("mock-videosdk-secret-0123456789abcdef")

  let time = ManualTime()
  let mock: VideoSDKMock
  let engine: MockEngine
  let receiver = HookReceiver()

  init(
    seed: UInt64 = 1, others: [VideoSDKMockConfiguration.Account] = [],
    _ change: (inout VideoSDKMockOptions) -> Void = { _ in }
  ) {
    var options = VideoSDKMockOptions()
    change(&options)
    mock = VideoSDKMock(
      configuration: VideoSDKMockConfiguration(seed: seed, others: others, options: options), time: time)
    engine = MockEngine(vendor: mock, time: time, wire: SystemTime(), transport: receiver)
  }

  var now: Int64 { time.wallNanoseconds / 1_000_000_000 }

  /// A token that is good for ten minutes, with what `change` does to its claims.
  func token(
    key: String = TestVendor.key, secret: Secret = TestVendor.secret, _ change: (inout JSONObject) -> Void = { _ in }
  ) -> String {
    var claims: JSONObject = [
      "apikey": .string(key), "permissions": ["allow_join", "allow_mod"], "version": 2, "iat": .integer(now),
      "exp": .integer(now + 600),
    ]
    change(&claims)
    return (try? JWT.sign(claims: .object(claims), secret: secret)) ?? ""
  }

  /// One request as a client sends it; `token` nil is a good one, an empty one is left out.
  @discardableResult
  func send(
    _ method: String, _ path: String, _ body: JSON? = nil, token: String? = nil, query: String? = nil
  ) async -> Reply {
    var fields: HTTPFields = body == nil ? [:] : ["Content-Type": "application/json"]
    let token = token ?? self.token()
    if !token.isEmpty { fields["Authorization"] = token }
    return await raw(method, path, query: query, fields: fields, body: body?.bytes() ?? [])
  }

  /// Makes a room; its id.
  func room(_ body: JSON? = nil) async -> String {
    await send("POST", "/v2/rooms", body)["roomId"]?.stringValue ?? "none"
  }

  /// A device joins by its id; the session's id.
  @discardableResult
  func join(_ id: String, _ room: String, _ more: JSONObject = [:]) async -> String {
    var body = more
    body["participant_id"] = .string(id)
    let reply = await control("POST", "rooms/\(room)/participants", .object(body))
    return reply["session_id"]?.stringValue ?? "refused \(reply.status)"
  }

  @discardableResult
  func leave(_ id: String, _ room: String) async -> Int {
    await control("DELETE", "rooms/\(room)/participants/\(id)").status
  }

  /// What is told in a room because of a control request.
  func news(of path: String, _ body: JSON, in room: String) throws -> [VideoSDKNews]? {
    let head = HTTPRequestHead(method: "POST", path: "/_mock/" + path, hasBody: true)
    guard let request = try ControlRequest(HTTPRequest(head: head, body: body.bytes())) else { return nil }
    let now = time.wallNanoseconds
    return mock.work(on: Self.key) { tenant in
      _ = try? tenant.control(request, room, at: now)
      return tenant.takeAnnouncements().map(\.news)
    }?.value
  }

  /// The ids of who is in a session now.
  func inside(_ session: String) async -> [String] {
    let reply = await send("GET", "/v2/sessions/\(session)/participants/active")
    return reply["data", "0", "participants"]?.arrayValue?.compactMap { $0["participantId"]?.stringValue } ?? []
  }
}
