import Cryptography
import EventDelivery
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Metrics
import ProviderTesting
import RESTFacade
import StructuredLogging

/// The whole gateway over the fixture's provider and a store in memory, called as HTTP in process.
struct GatewayBench: Sendable {
  static let account = "main"

  let run: ContractRun
  let gateway: Gateway
  let facade: RESTFacade
  let relay: HookRelay
  /// Whether the gateway sits in the provider's rooms.
  let hasSeat: Bool
  private let key: String

  /// `provider` stands in for the fixture's; `deadline` bounds each request to the API.
  init(_ run: ContractRun, provider: (any MeetingProvider)? = nil, deadline: Duration = .seconds(14)) async throws {
    let time = FixtureTime(run.fixture.now)
    let (store, metrics) = (InMemoryStore(), MetricRegistry())
    let logger = Logger(level: .error, sink: LogCapture(), time: time)
    let account = ProviderAccount(
      name: Self.account, description: run.fixture.description, isMock: true,
      provider: provider ?? run.fixture.provider)
    gateway = Gateway(
      options: GatewayOptions(
        instance: "contract", tokenKey: Secret("contract-token-key-0123456789abcdef"),
        tenants: [GatewayOptions.Tenant(id: "ten_1", name: "contract")], requestDeadline: deadline,
        reconciliation: ReconciliationOptions(tick: .milliseconds(50)), seats: SeatOptions(linger: .milliseconds(200))),
      store: store, registry: ProviderRegistry(accounts: [account]), tail: EventTail(store: store),
      encoding: WireEventEncoder(), time: time, random: SystemRandom(), logger: logger, metrics: metrics)
    facade = RESTFacade(gateway: gateway, time: time, metrics: metrics, logger: logger, random: SystemRandom())
    relay = HookRelay(facade: facade, provider: Self.account)
    self.run = run
    hasSeat = run.offering.port(.seating) != nil
    let setup = Caller(
      principal: .key(KeyPrincipal(id: "key_setup", tenant: "ten_1", scopes: [.admin])), requestID: "setup")
    key = try await gateway.createKey(name: "contract", scopes: [.manage], caller: setup).key?.revealed ?? ""
    if let hooks = run.fixture.hooks {
      let relay = relay
      try await hooks.deliver { await relay.take($0) }
    }
    let gateway = gateway
    guard hasSeat else { return }
    run.chores.begin { await gateway.keepConnections() }
    // Who was there before the seat, and what they publish, is read.
    run.chores.begin { await gateway.reconcileOnTime() }
  }

  /// One request to the API, and again a while later where it says that a connection of its own is only just being made.
  @discardableResult
  func send(
    _ method: String, _ target: String, _ body: JSON? = nil, actor: String? = nil, idempotencyKey: String? = nil
  ) async -> Reply {
    let deadline = ContinuousClock.now + .seconds(5)
    while true {
      let reply = await sendOnce(method, target, body, actor: actor, idempotencyKey: idempotencyKey)
      guard hasSeat, reply.code == "capability_unavailable", ContinuousClock.now < deadline else { return reply }
      do { try await Task.sleep(for: .milliseconds(20)) } catch { return reply }
    }
  }

  /// One request to the API with the tenant's key, acting for `actor` when given.
  private func sendOnce(
    _ method: String, _ target: String, _ body: JSON?, actor: String?, idempotencyKey: String?
  ) async -> Reply {
    var fields: HTTPFields = ["Accept": "application/json"]
    fields["On-Behalf-Of"] = actor
    fields["Idempotency-Key"] = idempotencyKey
    if body != nil { fields["Content-Type"] = "application/json" }
    return await send(method, target, bytes: body?.bytes() ?? [], fields)
  }

  /// One request with a body of whatever type. `token` nil = the tenant's key.
  func send(
    _ method: String, _ target: String, bytes: [UInt8], _ fields: HTTPFields, token: String? = nil
  ) async -> Reply {
    var fields = fields
    fields["Authorization"] = "Bearer " + (token ?? key)
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    let head = HTTPRequestHead(
      method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil, fields: fields,
      contentLength: bytes.isEmpty ? nil : bytes.count, hasBody: !bytes.isEmpty)
    switch await facade.admit(head) {
    case .answer(let refusal): return Reply(refusal)
    case .read(_, _, let handover):
      return Reply(await facade.respond(to: HTTPRequest(head: head, body: bytes, handover: handover)))
    }
  }
}
