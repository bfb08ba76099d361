import Clocks
import Cryptography
import EventDelivery
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Metrics
import MockKit
import ProviderTesting
import RESTFacade
import StreamAdapter
import StreamMock
import StructuredLogging

/// The gateway in process over the real adapter and the real HTTP client, and a mock vendor behind a socket.
struct FaultBench: Sendable {
  /// A provider account by name and where its vendor is.
  struct Vendor: Sendable {
    var name = "main"
    var url: String
  }

  static let total = Duration.milliseconds(2_400)

  /// The proportions of the real ones, so that the same one runs out first.
  static var deadlines: StreamDeadlines {
    var deadlines = StreamDeadlines()
    deadlines.connect = .milliseconds(400)
    deadlines.answer = .milliseconds(800)
    deadlines.create = .milliseconds(1_500)
    deadlines.idle = .milliseconds(800)
    return deadlines
  }

  let mock: RunningStreamMock
  let transport: SwitchTransport
  let gateway: Gateway
  let facade: RESTFacade
  let key: String

  /// Runs `body` on a bench of its own; `vendors` says which accounts there are, the mock's alone unless given.
  static func run<Value>(
    _ vendors: (RunningStreamMock) -> [Vendor] = { [Vendor(url: $0.url)] }, _ body: (FaultBench) async throws -> Value
  ) async throws -> Value {
    let mock = try await StreamMock.start()
    let bench = try await FaultBench(mock, vendors(mock))
    let result: Result<Value, any Error>
    do { result = .success(try await body(bench)) } catch { result = .failure(error) }
    await bench.gateway.drain(within: .zero)
    await bench.transport.stop()
    await mock.stop()
    return try result.get()
  }

  private init(_ mock: RunningStreamMock, _ vendors: [Vendor]) async throws {
    let (time, transport, store, metrics) = (SystemTime(), SwitchTransport(), InMemoryStore(), MetricRegistry())
    let logger = Logger(level: .error, sink: LogCapture(), time: time)
    let accounts = vendors.map { vendor in
      var account = StreamAccount(apiKey: mock.apiKey, apiSecret: mock.apiSecret, baseURL: vendor.url)
      account.deadlines = Self.deadlines
      let provider = StreamProvider(account: account, transport: transport, time: time, random: SystemRandom())
      return ProviderAccount(
        name: vendor.name, description: StreamProvider.description, isMock: true, provider: provider)
    }
    gateway = Gateway(
      options: GatewayOptions(
        instance: "faults", tokenKey: Secret("faults-token-key-0123456789abcdef"),
        tenants: [GatewayOptions.Tenant(id: "ten_1", name: "faults")], requestDeadline: Self.total),
      store: store, registry: ProviderRegistry(accounts: accounts), tail: EventTail(store: store),
      encoding: WireEventEncoder(), time: time, random: SystemRandom(), logger: logger, metrics: metrics)
    facade = RESTFacade(gateway: gateway, time: time, metrics: metrics, logger: logger, random: SystemRandom())
    let setup = Caller(
      principal: .key(KeyPrincipal(id: "key_setup", tenant: "ten_1", scopes: [.admin, .operator])), requestID: "setup")
    key = try await gateway.createKey(name: "faults", scopes: [.manage, .operator], caller: setup).key?.revealed ?? ""
    self.mock = mock
    self.transport = transport
  }

  // MARK: The API

  @discardableResult
  func send(_ method: String, _ path: String, _ body: JSON? = nil, idempotencyKey: String? = nil) async -> Reply {
    var fields: HTTPFields = ["Authorization": "Bearer " + key, "Accept": "application/json"]
    fields["Idempotency-Key"] = idempotencyKey
    if body != nil { fields["Content-Type"] = "application/json" }
    let bytes = body?.bytes() ?? []
    let head = HTTPRequestHead(
      method: method, path: path, fields: fields, contentLength: bytes.isEmpty ? nil : bytes.count,
      hasBody: !bytes.isEmpty)
    let start = ContinuousClock.now
    let response: HTTPResponse
    if case .answer(let refusal) = await facade.admit(head) {
      response = refusal
    } else {
      response = await facade.respond(to: HTTPRequest(head: head, body: bytes))
    }
    return Reply(response, took: ContinuousClock.now - start)
  }

  static let createBody: JSON = ["kind": "meeting", "title": "Faults", "host": ["external_id": "nadia"]]

  func room() async throws -> String {
    let reply = await send("POST", "/v1/rooms", Self.createBody)
    guard let id = reply["id"]?.stringValue, reply.status == 201 else { throw Trouble("no room: \(reply.summary)") }
    return id
  }

  /// Somebody's device comes in, speaking; the gateway reads of it.
  func enter(_ person: String, _ room: String) async throws {
    try await arrive(person, room)
    guard await gateway.reconcile(room) else { throw Trouble("presence was not read") }
  }

  /// Somebody's device comes in without the gateway knowing.
  func arrive(_ person: String, _ room: String) async throws {
    let token = await send("POST", "/v1/rooms/\(room)/join-tokens", ["person": ["external_id": .string(person)]])
    let device = await control(
      "POST", "rooms/default:\(room)/participants", ["token": token["token"] ?? .null, "audio": true])
    guard device.status == 201 else { throw Trouble("\(person) cannot come in: \(token.summary), \(device.status)") }
  }

  /// The people the API lists as connected.
  func people(_ room: String) async -> [JSON] { await send("GET", "/v1/rooms/\(room)/participants").items }

  // MARK: The mock

  func control(_ method: String, _ path: String, _ body: JSON? = nil) async -> Reply {
    let head = HTTPRequestHead(method: method, path: "/_mock/" + path, hasBody: body != nil)
    let request = HTTPRequest(head: head, body: body?.bytes() ?? [])
    return Reply(await mock.engine.respond(to: request), took: .zero)
  }

  func inject(_ fault: JSON, on operation: String?, times: Int64 = 1_000) async throws {
    var rule: JSONObject = ["fault": fault, "times": .integer(times)]
    if let operation { rule["match"] = ["operation": .string(operation)] }
    let reply = await control("POST", "faults", .object(rule))
    guard reply.status == 201 else { throw Trouble("no fault: \(reply.json.text())") }
  }

  /// How often a fault has struck.
  func strikes(_ kind: String) -> Int {
    mock.engine.journal.page(JournalFilter()).items.count { $0.fault == kind }
  }

  func clear() { mock.engine.faults.removeAll() }

  /// The calls there are at the vendor.
  var calls: [JSON] { mock.mock.state[mock.apiKey]?["calls"]?.arrayValue ?? [] }
}

/// Why a test could not get as far as what it tests.
struct Trouble: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
