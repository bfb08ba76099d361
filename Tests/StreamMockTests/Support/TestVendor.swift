import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import Synchronization
import VendorTesting

@testable import StreamMock

/// A mock in process on a manual clock, its webhooks caught by a receiver.
final class TestVendor: MockInProcess {
  static let key = "mockstreamkey"
  static let secret = Secret("mock-stream-secret-0123456789abcdef")

  let time = ManualTime()
  let mock: StreamMock
  let engine: MockEngine
  let receiver = HookReceiver()

  init(
    seed: UInt64 = 1, others: [StreamMockConfiguration.Account] = [],
    _ change: (inout StreamMockOptions) -> Void = { _ in }
  ) {
    var options = StreamMockOptions()
    change(&options)
    mock = StreamMock(
      configuration: StreamMockConfiguration(seed: seed, others: others, options: options), time: time)
    engine = MockEngine(vendor: mock, time: time, wire: SystemTime(), transport: receiver)
  }

  var now: Int64 { time.wallNanoseconds / 1_000_000_000 }

  func token(_ claims: JSON, secret: Secret = TestVendor.secret) -> String {
    (try? JWT.sign(claims: claims, secret: secret)) ?? ""
  }

  var server: String { token([:]) }

  func user(_ id: String, cids: [String]? = nil, role: String? = nil) -> String {
    var claims: JSONObject = ["user_id": .string(id), "iat": .integer(now - 1), "exp": .integer(now + 3600)]
    if let cids { claims["call_cids"] = .strings(cids) }
    if let role { claims["role"] = .string(role) }
    return token(.object(claims))
  }

  /// One request as a client sends it; `token` nil is the server's.
  @discardableResult
  func send(
    _ method: String, _ path: String, _ body: JSON? = nil, token: String? = nil, type: String? = "jwt",
    query: String = "api_key=mockstreamkey"
  ) async -> Reply {
    var fields: HTTPFields = ["Content-Type": "application/json"]
    let token = token ?? server
    if !token.isEmpty { fields["Authorization"] = token }
    if let type { fields["stream-auth-type"] = type }
    return await raw(method, path, query: query, fields: fields, body: body?.bytes() ?? [])
  }

  /// Makes users with the app role `user`.
  func users(_ ids: String...) async {
    var users = JSONObject()
    for id in ids { users[id] = ["id": .string(id)] }
    await send("POST", "/api/v2/users", ["users": .object(users)])
  }

  /// An audio room (or another call) of `ann`'s, who is made for it.
  @discardableResult
  func room(_ cid: String = "audio_room:r", _ data: JSONObject = [:], live: Bool = false) async -> Reply {
    var data = data
    data["created_by_id"] = "ann"
    let reply = await send("POST", path(cid), ["data": .object(data)])
    if live { await send("POST", path(cid) + "/go_live") }
    return reply
  }

  func path(_ cid: String) -> String { "/api/v2/video/call/" + cid.split(separator: ":").joined(separator: "/") }

  /// A device joins by user id; its session id.
  @discardableResult
  func join(_ user: String, _ cid: String = "audio_room:r", audio: Bool = false) async -> String {
    let reply = await control("POST", "rooms/\(cid)/participants", ["user_id": .string(user), "audio": .bool(audio)])
    return reply["session_id"]?.stringValue ?? "refused \(reply.status)"
  }
}
