import Clocks
import Cryptography
import EventDelivery
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Metrics
import ProviderTesting
import Store
import RESTFacade
import StructuredLogging
import WebSocket

/// A facade over a whole gateway in memory, with one key per purpose.
final class Harness: Sendable {
  let provider: ScriptedProvider
  let store = InMemoryStore()
  let logs = LogCapture()
  let metrics = MetricRegistry()
  let tail: EventTail
  let gateway: Gateway
  let facade: RESTFacade
  let manager: String
  let reader: String
  let admin: String
  let `operator`: String
  let stranger: String

  init(
    time: any TimeSource = SystemTime(), limits: RateLimitOptions = RateLimitOptions(), inFlight: Int = 4_096,
    sockets: WebSocketLoop? = nil, tailCapacity: Int = 4_096, records: Bool = false, bare: BareProvider? = nil
  ) async throws {
    provider = ScriptedProvider(studio: records ? ScriptedStudio() : nil)
    let logger = Logger(level: .debug, sink: logs, time: time)
    let tenants = [
      GatewayOptions.Tenant(id: "ten_1", name: "one", origins: ["https://one.example", "http://localhost:*"]),
      GatewayOptions.Tenant(id: "ten_2", name: "two", origins: ["https://two.example"]),
    ]
    tail = EventTail(store: store, capacity: tailCapacity)
    gateway = Gateway(
      options: GatewayOptions(
        instance: "test", tokenKey: Secret("a-key-for-tests-0123456789abcdef"), tenants: tenants,
        patience: .milliseconds(50)),
      store: store,
      registry: ProviderRegistry(
        accounts: [
          ProviderAccount(
            name: "test-main", description: ScriptedProvider.description, isMock: true, provider: provider)
        ] + [bare.map { Self.account(of: $0) }].compactMap { $0 }),
      tail: tail, encoding: WireEventEncoder(), time: time, random: SystemRandom(), logger: logger,
      metrics: metrics)
    facade = RESTFacade(
      gateway: gateway, time: time, metrics: metrics, logger: logger,
      options: FacadeOptions(maximumRequestsInFlight: inFlight, limits: limits),
      random: SystemRandom(), sockets: sockets)
    manager = try await Self.key([.manage], "ten_1", gateway)
    reader = try await Self.key([.read], "ten_1", gateway)
    admin = try await Self.key([.admin], "ten_1", gateway)
    `operator` = try await Self.key([.operator], "ten_1", gateway)
    stranger = try await Self.key([.manage], "ten_2", gateway)
  }

  /// `bare-main`: an account at a vendor that offers little.
  private static func account(of bare: BareProvider) -> ProviderAccount {
    let description = ProviderDescription(
      kind: "bare", title: "Bare", credentialKeys: [], hosts: [], options: [:], roomOptionsSchema: JSONText("{}"),
      connectSchema: JSONText("{}"))
    return ProviderAccount(name: "bare-main", description: description, isMock: true, provider: bare)
  }

  private static func key(_ scopes: Set<Scope>, _ tenant: String, _ gateway: Gateway) async throws -> String {
    let caller = Caller(
      principal: .key(KeyPrincipal(id: "key_setup", tenant: tenant, scopes: [.admin, .operator])), requestID: "setup")
    return try await gateway.createKey(name: "test", scopes: Array(scopes), caller: caller).key?.revealed ?? ""
  }

  /// Sends as a server would: the head is judged first, and a refusal there is the answer.
  func send(_ request: HTTPRequest) async -> Reply {
    var request = request
    switch await facade.admit(request.head) {
    case .answer(let response): return Reply(response)
    case .read(_, _, let handover): request.handover = handover
    }
    return Reply(await facade.respond(to: request))
  }

  /// `key` nil sends no credential; the manager's is sent unless another is given.
  func send(
    _ method: String, _ target: String, _ body: JSON? = nil, key: String?? = .none, fields: HTTPFields = [:],
    from peer: String = "192.0.2.1"
  ) async -> Reply {
    var fields = fields
    if let credential = key ?? manager { fields["Authorization"] = "Bearer " + credential }
    if body != nil, fields["Content-Type"] == nil { fields["Content-Type"] = "application/json" }
    var request = Self.request(method, target, body?.bytes() ?? [], fields)
    request.head.peer = peer
    return await send(request)
  }

  static func request(_ method: String, _ target: String, _ body: [UInt8] = [], _ fields: HTTPFields = [:])
    -> HTTPRequest
  {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    let head = HTTPRequestHead(
      method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil, fields: fields,
      contentLength: body.isEmpty ? nil : body.count, hasBody: !body.isEmpty)
    return HTTPRequest(head: head, body: body)
  }

  /// Adds big events to a room's log, behind the gateway's back.
  func flood(_ room: String, _ count: Int, bytes: Int) async throws {
    guard let old = try await store.room(id: room) else { return }
    let record = RoomRecord(
      id: old.id, tenant: old.tenant, provider: old.provider, kind: old.kind, externalID: old.externalID,
      phase: old.phase, version: old.version + 1, lastSequence: old.lastSequence + Int64(count), header: old.header,
      providerKey: old.providerKey, providerRef: old.providerRef, createdAt: old.createdAt, startsAt: old.startsAt,
      endedAt: old.endedAt)
    var commit = StoreCommit()
    commit.room = .update(record, expectedVersion: old.version)
    let body = Array(#"{"text":""#.utf8) + [UInt8](repeating: 120, count: bytes) + Array(#""}"#.utf8)
    commit.events = (1...Int64(count)).map {
      NewEvent(sequence: old.lastSequence + $0, type: "room.updated", recordedAt: 1, body: body)
    }
    _ = try await store.commit(commit)
  }

  /// A fresh meeting's id.
  func room(_ body: JSON = ["kind": "meeting"]) async -> String {
    await send("POST", "/v1/rooms", body).json["id"]?.stringValue ?? ""
  }

  func clientToken(_ room: String, person: String, role: String = "speaker") async -> String {
    let body: JSON = ["person": ["external_id": .string(person)], "role": .string(role)]
    return await send("POST", "/v1/rooms/\(room)/client-tokens", body).json["token"]?.stringValue ?? ""
  }

  /// Somebody comes in, as the vendor tells it. Returns the participant's id.
  @discardableResult
  func join(_ room: String, person: String, connection: String) async -> String {
    let body: JSON = ["room": .string(room), "joined": .string(connection), "person": .string(person)]
    _ = await send("POST", "/v1/hooks/test-main", body, key: .some(nil), fields: ["X-Test": "yes"])
    let page = await send("GET", "/v1/rooms/\(room)/participants?external_id=\(person)")
    return page.json["items"]?.arrayValue?.last?["id"]?.stringValue ?? ""
  }

  /// The id of the room's newest session.
  func session(_ room: String) async -> String {
    let page = await send("GET", "/v1/rooms/\(room)/sessions")
    return page.json["items"]?.arrayValue?.first?["id"]?.stringValue ?? ""
  }
}
