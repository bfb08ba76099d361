import Clocks
import Cryptography
import EventDelivery
import GatewayEngine
import HTTPClient
import HTTPServer
import HTTPTypes
import JSONCoding
import MeetingCore
import Metrics
import MockKit
import ProgramTesting
import ProviderTesting
import RESTFacade
import StreamAdapter
import StreamMock
import StructuredLogging
import WebSocket

/// A whole gateway over the real adapter, which follows rooms over a connection to a mock vendor, and takes its webhooks.
final class WatchBench: Sendable {
  let mock: RunningStreamMock
  let gateway: Gateway
  let metrics = MetricRegistry()
  let logs = LogCapture()
  private let facade: RESTFacade
  private let server: HTTPServer
  private let client = HTTPClient()
  private let loop: WebSocketLoop
  private let key: String
  private let loops: [Task<Void, Never>]

  struct Trouble: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// `time` is everybody's clock.
  static func running(
    _ events: StreamEvents, time: any TimeSource = SystemTime(), tokenSeconds: Int64? = nil,
    reconciliation: ReconciliationOptions = ReconciliationOptions(
      interval: .seconds(3_600), idleInterval: .seconds(3_600), requestsPerMinute: 60_000, tick: .milliseconds(20)),
    mock change: (inout StreamMockOptions) -> Void = { _ in }, _ body: (WatchBench) async throws -> Void
  ) async throws {
    var options = StreamMockOptions()
    options.userRequestsPerMinute = nil
    change(&options)
    let mock = try await StreamMock.start(StreamMockConfiguration(options: options), time: time)
    let bench = try await WatchBench(mock, events, time, tokenSeconds, reconciliation)
    let result: Result<Void, any Error>
    do { result = .success(try await body(bench)) } catch { result = .failure(error) }
    await bench.stop()
    try result.get()
  }

  private init(
    _ mock: RunningStreamMock, _ events: StreamEvents, _ time: any TimeSource, _ tokenSeconds: Int64?,
    _ reconciliation: ReconciliationOptions
  ) async throws {
    self.mock = mock
    loop = try WebSocketLoop()
    var account = StreamAccount(apiKey: mock.apiKey, apiSecret: mock.apiSecret, baseURL: mock.url)
    account.events = events
    if let tokenSeconds { account.watcherTokenSeconds = tokenSeconds }
    let provider = StreamProvider(
      account: account, transport: client, time: time, random: SystemRandom(),
      sockets: WebSocketClient(opener: client, loop: loop))
    let (store, logger) = (InMemoryStore(), Logger(level: .warning, sink: logs, time: time))
    let gateway = Gateway(
      options: GatewayOptions(
        instance: "live", tokenKey: Secret("live-token-key-0123456789abcdef"),
        tenants: [GatewayOptions.Tenant(id: "ten_1", name: "live")],
        reconciliation: reconciliation,
        // So long that moving a clock by hand does not lose it.
        leases: LeaseOptions(duration: .seconds(86_400), renewal: .seconds(20_000), patience: .seconds(40_000))),
      store: store,
      registry: ProviderRegistry(accounts: [
        ProviderAccount(name: "main", description: StreamProvider.description, isMock: true, provider: provider)
      ]), tail: EventTail(store: store), encoding: WireEventEncoder(), time: time, random: SystemRandom(),
      logger: logger, metrics: metrics)
    facade = RESTFacade(gateway: gateway, time: time, metrics: metrics, logger: logger, random: SystemRandom())
    server = try HTTPServer.start(HTTPServerConfiguration(), handler: facade)
    let setup = Caller(
      principal: .key(KeyPrincipal(id: "key_setup", tenant: "ten_1", scopes: [.admin])), requestID: "setup")
    key = try await gateway.createKey(name: "live", scopes: [.manage], caller: setup).key?.revealed ?? ""
    loops = [
      Task { await gateway.keepConnections() }, Task { await gateway.reconcileOnTime() },
      Task { await gateway.tellConditions() },
    ]
    self.gateway = gateway
    if events != .socket { try await registerHook() }
  }

  private func stop() async {
    for loop in loops { loop.cancel() }
    for loop in loops { await loop.value }
    await server.stop(drain: .seconds(1))
    await gateway.drain(within: .zero)
    await mock.stop()
    await loop.stop()
    await client.shutdown()
  }

  // MARK: The API

  @discardableResult
  func send(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    let answer = try await client.send(
      HTTPClientRequest(
        method: method, url: "http://127.0.0.1:\(server.port)\(path)",
        fields: ["Authorization": "Bearer " + key, "Content-Type": "application/json"], body: body?.bytes()))
    guard (200..<300).contains(answer.status) else {
      throw Trouble("\(method) \(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
    return (try? JSON.parse(answer.body, mode: .strict)) ?? .null
  }

  func room(_ kind: String = "meeting") async throws -> String {
    let room = try await send("POST", "/v1/rooms", ["kind": .string(kind), "host": ["external_id": "nadia"]])
    return room["id"]?.stringValue ?? ""
  }

  /// The room's events, oldest first.
  func events(_ room: String) async throws -> [JSON] {
    try await send("GET", "/v1/rooms/\(room)/events?limit=100")["items"]?.arrayValue ?? []
  }

  func types(_ room: String) async throws -> [String] {
    try await events(room).compactMap { $0["type"]?.stringValue }
  }

  func has(_ type: String, _ count: Int = 1, in room: String) async throws -> Bool {
    try await eventually { try await types(room).count { $0 == type } >= count }
  }

  func source(of type: String, in room: String) async throws -> String? {
    try await events(room).last { $0["type"]?.stringValue == type }?["source"]?.stringValue
  }

  // MARK: The vendor

  /// The vendor is told where to post.
  func registerHook() async throws {
    try await control("POST", "webhooks", ["url": .string("http://127.0.0.1:\(server.port)/v1/hooks/main")])
  }

  /// A request that somebody else's server makes at the vendor.
  func vendor(_ path: String, _ body: JSON = [:]) async throws {
    let token = try JWT.sign(claims: [:], secret: mock.apiSecret)
    let answer = try await client.send(
      HTTPClientRequest(
        method: "POST", url: "\(mock.url)/api/v2\(path)?api_key=\(mock.apiKey)",
        fields: ["Content-Type": "application/json", "Authorization": token, "stream-auth-type": "jwt"],
        body: body.bytes()))
    guard (200..<300).contains(answer.status) else {
      throw Trouble("\(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
  }

  @discardableResult
  func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    let answer = try await client.send(
      HTTPClientRequest(
        method: method, url: "\(mock.url)/_mock/\(path)", fields: ["Content-Type": "application/json"],
        body: body?.bytes()))
    guard (200..<300).contains(answer.status) else { throw Trouble("\(method) \(path): \(answer.status)") }
    return (try? JSON.parse(answer.body, mode: .strict)) ?? .null
  }

  /// Somebody's device comes in; its session.
  @discardableResult
  func enter(_ person: String, _ room: String, type: String = "default") async throws -> String {
    let token = try await send("POST", "/v1/rooms/\(room)/join-tokens", ["person": ["external_id": .string(person)]])
    let device = try await control(
      "POST", "rooms/\(type):\(room)/participants", ["token": token["token"] ?? .null, "audio": true])
    return device["session_id"]?.stringValue ?? ""
  }

  /// What the connections at the vendor watch.
  func watching() async throws -> [[String]] {
    let items = try await control("GET", "sockets")["items"]?.arrayValue ?? []
    return items.map { $0["watching"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
  }

  func isWatched(_ room: String) async throws -> Bool {
    try await eventually { try await watching().contains { $0.contains("default:\(room)") } }
  }

  var lost: Double { metrics.value("switchboard_watching_lost_total", ["provider": "main"]) }
}
