import Clocks
import Cryptography
import EventDelivery
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Metrics
import ProviderTesting
import RESTFacade
import Store
import StructuredLogging

/// One gateway over a store in memory and a fake vendor. A second gateway on the same store is a restart.
final class World: Sendable {
  let vendor: FakeVendor
  let store: InMemoryStore
  let gateway: Gateway
  let log = LogCapture()
  let metrics = MetricRegistry()
  let caller: Caller

  /// `seen` is the store as the gateway sees it, if that is not `store` itself.
  init(
    vendor: FakeVendor = FakeVendor(), store: InMemoryStore = InMemoryStore(), seen: (any Store)? = nil,
    instance: String = "one", reconciliation: ReconciliationOptions = ReconciliationOptions(),
    retention: RetentionOptions = RetentionOptions(), egress: EgressOptions = EgressOptions(),
    leases: LeaseOptions = LeaseOptions(), agents: AgentOptions = AgentOptions(),
    seats: SeatOptions = SeatOptions(), conditions: ConditionOptions = ConditionOptions(),
    tools: (any HTTPTransport)? = nil,
    time: any TimeSource = SystemTime()
  ) {
    self.vendor = vendor
    self.store = store
    let seen = seen ?? store
    let description = ProviderDescription(
      kind: "fake", title: "Fake", credentialKeys: [], hosts: [], options: [:], roomOptionsSchema: JSONText("{}"),
      connectSchema: JSONText("{}"))
    gateway = Gateway(
      options: GatewayOptions(
        instance: instance, tokenKey: Secret("a token key for tests"), tenants: [.init(id: "ten_a", name: "a")],
        requestDeadline: .seconds(2), patience: .milliseconds(200),
        secondLooks: [.milliseconds(50), .milliseconds(50)], reconciliation: reconciliation, retention: retention,
        egress: egress, leases: leases, agents: agents, seats: seats, conditions: conditions
      ), store: seen,
      registry: ProviderRegistry(accounts: [
        ProviderAccount(name: "fake-main", description: description, isMock: true, provider: vendor)
      ]), tail: EventTail(store: seen), encoding: WireEventEncoder(), time: time, random: SystemRandom(),
      logger: Logger(level: .debug, sink: log), metrics: metrics, tools: tools)
    caller = Caller(
      principal: .key(KeyPrincipal(id: "key_1", tenant: "ten_a", scopes: [.read, .manage])), requestID: "req_1")
  }

  func acting(_ person: String) -> Caller {
    Caller(principal: caller.principal, onBehalfOf: person, requestID: "req_2")
  }

  func request(_ externalID: String? = nil, title: String? = nil) -> CreateRoom {
    var request = CreateRoom(kind: .audioRoom, fingerprint: "title=\(title ?? "-")")
    request.externalID = externalID
    request.title = title
    request.host = PersonInput(externalID: "nadia", name: .set("Nadia"))
    return request
  }

  func create(_ externalID: String? = nil) async throws(GatewayError) -> RoomView {
    try await gateway.createRoom(request(externalID), claim: nil, caller: caller).view
  }

  @discardableResult
  func hook(_ document: JSON, id: String? = nil, signature: String = "good") async throws -> HookAnswer {
    let fields = ["X-Sign": [signature], "X-Id": id.map { [$0] } ?? []]
    return try await gateway.receiveHook(provider: "fake-main", body: document.bytes()) { fields[$0] ?? [] }
  }

  func joined(_ room: String, _ connection: String, _ person: String, id: String? = nil) async throws {
    try await hook(
      ["type": "joined", "room": .string(room), "connection": .string(connection), "person": .string(person)], id: id)
  }

  func eventTypes(_ room: String) async throws -> [String] {
    try await gateway.events(.room(room), from: .oldest, types: nil, limit: 100, caller: caller).events.map(\.type)
  }

  func claim(_ key: String, instance: String = "one", body: String = "b") -> IdempotencyClaim {
    IdempotencyClaim(
      principal: "key_1", route: "POST /v1/rooms", key: key, fingerprint: SHA256.digest(Array(body.utf8)),
      owner: instance, expiresAt: .max)
  }
}
