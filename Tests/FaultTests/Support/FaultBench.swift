import Clocks
import Cryptography
import EventDelivery
import GatewayEngine
import HTTPServer
import HTTPTypes
import JSONCoding
import MeetingCore
import Metrics
import MockKit
import ProgramTesting
import ProviderTesting
import RESTFacade
import Store
import StructuredLogging

/// The gateway in process over the real adapter and the real HTTP client, and a mock vendor behind a socket.
struct FaultBench: Sendable {
  /// A provider account by name and where its vendor is.
  struct Account: Sendable {
    var name = "main"
    var url: String
  }

  /// The proportions of the real ones, so that the same one runs out first.
  static let connect = Duration.milliseconds(400)
  static let answer = Duration.milliseconds(800)
  static let create = Duration.milliseconds(1_500)
  static let total = Duration.milliseconds(2_400)

  let vendor: any FaultVendor
  let transport: SwitchTransport
  let gateway: Gateway
  let facade: RESTFacade
  let key: String
  private let store = InMemoryStore()
  private let metrics = MetricRegistry()
  private let logs = LogCapture()

  /// Runs `body` on a bench of its own; `accounts` says which there are, the mock's alone unless given. `seated` = the gateway
  /// sits in rooms where people are.
  static func run<Value>(
    _ kind: VendorKind = .stream, seated: Bool = false,
    _ accounts: (any FaultVendor) -> [Account] = { [Account(url: $0.url)] }, _ body: (FaultBench) async throws -> Value
  ) async throws -> Value {
    let vendor = try await kind.start()
    let line = seated ? try SeatLine() : nil
    let bench = try await FaultBench(vendor, accounts(vendor), line)
    let gateway = bench.gateway
    let keeper = line.map { _ in Task { await gateway.keepConnections() } }
    let result: Result<Value, any Error>
    do { result = .success(try await body(bench)) } catch { result = .failure(error) }
    keeper?.cancel()
    await keeper?.value
    await bench.gateway.drain(within: .zero)
    await bench.transport.stop()
    await line?.stop()
    await vendor.server.stop()
    try bench.requireDiscretion()
    return try result.get()
  }

  private init(_ vendor: any FaultVendor, _ accounts: [Account], _ line: SeatLine?) async throws {
    let (time, transport) = (SystemTime(), SwitchTransport())
    let logger = Logger(level: .info, sink: logs, time: time)
    let registered = accounts.map { account in
      ProviderAccount(
        name: account.name, description: vendor.description, isMock: true,
        provider: vendor.provider(at: account.url, transport, line?.sockets))
    }
    gateway = Gateway(
      options: GatewayOptions(
        instance: "faults", tokenKey: Secret("faults-token-key-0123456789abcdef"),
        tenants: [GatewayOptions.Tenant(id: "ten_1", name: "faults")], requestDeadline: Self.total),
      store: store, registry: ProviderRegistry(accounts: registered), tail: EventTail(store: store),
      encoding: WireEventEncoder(), time: time, random: SystemRandom(), logger: logger, metrics: metrics)
    facade = RESTFacade(gateway: gateway, time: time, metrics: metrics, logger: logger, random: SystemRandom())
    let setup = Caller(
      principal: .key(KeyPrincipal(id: "key_setup", tenant: "ten_1", scopes: [.admin, .operator])), requestID: "setup")
    key = try await gateway.createKey(name: "faults", scopes: [.manage, .operator], caller: setup).key?.revealed ?? ""
    self.vendor = vendor
    self.transport = transport
  }

  /// Neither the secret nor a token made with it is in any line of the log.
  private func requireDiscretion() throws {
    for line in logs.lines where line.contains(vendor.secret) || line.contains("eyJ") {
      throw Trouble("the log tells a secret: \(line.prefix(60))…")
    }
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

  /// Somebody's device comes in, speaking unless told otherwise; the gateway reads of it.
  func enter(_ person: String, _ room: String, speaking: Bool = true) async throws {
    try await arrive(person, room, speaking: speaking)
    guard await gateway.reconcile(room) else { throw Trouble("presence was not read") }
  }

  /// Somebody's device comes in without the gateway knowing.
  func arrive(_ person: String, _ room: String, speaking: Bool = true) async throws {
    let token = await send("POST", "/v1/rooms/\(room)/join-tokens", ["person": ["external_id": .string(person)]])
    let device = await control(
      "POST", "rooms/\(vendor.name(of: room))/participants",
      ["token": token["token"] ?? .null, "audio": .bool(speaking)])
    guard device.status == 201 else { throw Trouble("\(person) cannot come in: \(token.summary), \(device.status)") }
  }

  /// The people the API lists as connected.
  func people(_ room: String) async -> [JSON] { await send("GET", "/v1/rooms/\(room)/participants").items }

  /// How many events of a type the room's log has.
  func told(_ type: String, _ room: String) async throws -> Int {
    try await store.events(EventQuery(scope: .room(room), after: 0, limit: 1_000)).count { $0.type == type }
  }

  // MARK: The seat

  var seats: Double { metrics.value("switchboard_seats", ["provider": "main"]) }
  var seatsLost: Double { metrics.value("switchboard_seats_lost_total", ["provider": "main"]) }

  func seated() async throws {
    guard await eventually({ seats == 1 }) else { throw Trouble("the seat is not taken") }
  }

  // MARK: The mock

  @discardableResult
  func control(_ method: String, _ path: String, _ body: JSON? = nil) async -> Reply {
    let head = HTTPRequestHead(method: method, path: "/_mock/" + path, hasBody: body != nil)
    let request = HTTPRequest(head: head, body: body?.bytes() ?? [])
    return Reply(await vendor.engine.respond(to: request), took: .zero)
  }

  /// `after` so many requests are let through unharmed; `onSocket` = it strikes messages on a connection.
  func inject(
    _ fault: JSON, on operation: String?, times: Int64 = 1_000, after: Int64 = 0, onSocket: Bool = false
  ) async throws {
    var rule: JSONObject = ["fault": fault, "times": .integer(times), "after": .integer(after)]
    if let operation {
      var match: JSONObject = ["operation": .string(operation)]
      if onSocket { match["method"] = .string(FaultRule.messageMethod) }
      rule["match"] = .object(match)
    }
    let reply = await control("POST", "faults", .object(rule))
    guard reply.status == 201 else { throw Trouble("no fault: \(reply.json.text())") }
  }

  /// How often a fault has struck.
  func strikes(_ kind: String) -> Int {
    vendor.engine.journal.page(JournalFilter()).items.count { $0.fault == kind }
  }

  func clear() { vendor.engine.faults.removeAll() }

  /// The vendor posts what happens to the gateway, over a listener, for as long as `body` takes.
  func hooked<Value>(_ body: () async throws -> Value) async throws -> Value {
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: facade)
    let hook = WebhookTarget(url: "http://127.0.0.1:\(server.port)/v1/hooks/main")
    let result: Result<Value, any Error>
    do {
      _ = try vendor.engine.vendor.addWebhook(hook)
      result = .success(try await body())
    } catch { result = .failure(error) }
    await server.stop(drain: .zero)
    return try result.get()
  }

  /// What the vendor was answered to the first try of each delivery; nil for those that it still waits for.
  var hookAnswers: [Int?] { vendor.engine.webhooks.deliveries.map { $0.attempts.first?.status } }
}

/// Why a test could not get as far as what it tests.
struct Trouble: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
