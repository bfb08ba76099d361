import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import StreamMock

/// The vendor's mock in process on a calendar of its own; its deliveries go into the trap.
final class StormVendor: Sendable {
  let time = ManualTime()
  let trap = HookTrap()
  let configuration: StreamMockConfiguration
  let engine: MockEngine

  init(seed: UInt64) throws {
    var options = StreamMockOptions()
    options.appRequestsPerMinute = nil
    options.userRequestsPerMinute = nil
    configuration = StreamMockConfiguration(seed: seed, options: options)
    let mock = StreamMock(configuration: configuration, time: time)
    engine = MockEngine(vendor: mock, time: time, wire: SystemTime(), transport: trap)
    _ = try mock.addWebhook(WebhookTarget(url: HookTrap.url))
  }

  /// A request of a server, as the vendor's own console would make it.
  @discardableResult
  func ask(_ method: String, _ path: String, _ body: JSON = [:]) async throws -> Int {
    let token = try JWT.sign(claims: [:], secret: configuration.accounts[0].apiSecret)
    let fields: HTTPFields = [
      "Content-Type": "application/json", "Authorization": token, "stream-auth-type": "jwt",
    ]
    let query = "api_key=" + configuration.accounts[0].apiKey
    return await send(method, "/api/v2" + path, query: query, fields: fields, body).status
  }

  func control(_ method: String, _ path: String, _ body: JSON? = nil) async -> JSON {
    await send(method, "/_mock/" + path, query: nil, fields: [:], body).json
  }

  func anonymousToken(_ cid: String) throws -> String {
    let now = time.wallNanoseconds / 1_000_000_000
    return try JWT.sign(
      claims: [
        "user_id": "!anon", "call_cids": .strings([cid]), "iat": .integer(now - 1), "exp": .integer(now + 3600),
      ], secret: configuration.accounts[0].apiSecret)
  }

  /// The vendor's own view of every call, by cid.
  func calls() async -> [String: JSON] {
    let state = await control("GET", "state")
    let rows = state[configuration.accounts[0].apiKey]?["calls"]?.arrayValue ?? []
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["call"]?["cid"]?.stringValue ?? "", $0) })
  }

  private func send(
    _ method: String, _ path: String, query: String?, fields: HTTPFields, _ body: JSON?
  ) async -> (status: Int, json: JSON) {
    let bytes = body?.bytes() ?? []
    let head = HTTPRequestHead(
      method: method, path: path, query: query, fields: fields, contentLength: bytes.isEmpty ? nil : bytes.count,
      hasBody: !bytes.isEmpty)
    let answer = await engine.respond(to: HTTPRequest(head: head, body: bytes))
    guard case .bytes(let answered) = answer.body else { return (answer.status, .null) }
    return (answer.status, (try? JSON.parse(answered, mode: .strict)) ?? .null)
  }
}
