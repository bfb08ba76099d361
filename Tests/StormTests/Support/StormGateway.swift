import Clocks
import Cryptography
import EventDelivery
import GatewayEngine
import HTTPTypes
import MeetingCore
import Metrics
import ProviderTesting
import RESTFacade
import RoomReducer
import Store
import StreamAdapter
import StreamMock
import StructuredLogging

/// The whole gateway in process over a store, with the mock as its vendor.
final class StormGateway: Sendable {
  static let account = "stream-main"

  let store: any Store
  let gateway: Gateway
  private let facade: RESTFacade
  private let caller = Caller(
    principal: .key(KeyPrincipal(id: "key_1", tenant: "ten_1", scopes: [.read, .manage])), requestID: "req_1")

  init(
    _ vendor: StormVendor, store: any Store, time: any TimeSource,
    reconciliation: ReconciliationOptions = ReconciliationOptions()
  ) {
    let account = vendor.configuration.accounts[0]
    let provider = StreamProvider(
      account: StreamAccount(apiKey: account.apiKey, apiSecret: account.apiSecret, baseURL: EngineTransport.base),
      transport: EngineTransport(engine: vendor.engine), time: time, random: SystemRandom())
    let (metrics, logger) = (MetricRegistry(), Logger(level: .error, sink: LogCapture(), time: time))
    self.store = store
    gateway = Gateway(
      options: GatewayOptions(
        instance: "storm", tokenKey: Secret("a-key-for-tests-0123456789abcdef"),
        tenants: [GatewayOptions.Tenant(id: "ten_1", name: "one")], reconciliation: reconciliation),
      store: store,
      registry: ProviderRegistry(accounts: [
        ProviderAccount(
          name: Self.account, description: StreamProvider.description, isMock: true, provider: provider)
      ]), tail: EventTail(store: store), encoding: WireEventEncoder(), time: time, random: SystemRandom(),
      logger: logger, metrics: metrics)
    facade = RESTFacade(gateway: gateway, time: time, metrics: metrics, logger: logger, random: SystemRandom())
  }

  func create() async throws -> String {
    var request = CreateRoom(kind: .audioRoom, fingerprint: "storm")
    request.host = PersonInput(externalID: "nadia", name: .set("Nadia"))
    return try await gateway.createRoom(request, claim: nil, caller: caller).view.room.id
  }

  /// Posts a delivery as the vendor would; the status of the answer.
  func post(_ hook: SignedHook) async -> Int {
    let head = HTTPRequestHead(
      method: "POST", path: "/v1/hooks/" + Self.account, fields: hook.fields, contentLength: hook.body.count,
      hasBody: true)
    if case .answer(let refusal) = await facade.admit(head) { return refusal.status }
    return await facade.respond(to: HTTPRequest(head: head, body: hook.body)).status
  }

  /// Posts all, sixteen at a time, in about this order; how often each status was answered.
  func post(_ hooks: [SignedHook]) async -> [Int: Int] {
    await withTaskGroup(of: Int.self) { group in
      var (next, counts) = (0, [Int: Int]())
      func start() {
        guard next < hooks.count else { return }
        let hook = hooks[next]
        next += 1
        group.addTask { await self.post(hook) }
      }
      for _ in 0..<16 { start() }
      while let status = await group.next() {
        counts[status, default: 0] += 1
        start()
      }
      return counts
    }
  }

  /// The room as it is stored, everybody who ever was there included.
  func state(_ room: String) async throws -> RoomState {
    guard let rows = try await store.rows(ofRoom: room, leftAfter: 0) else { throw StoreFailure("no room \(room)") }
    return try StateCoding.state(rows)
  }

  func log(_ room: String) async throws -> RoomLog {
    try RoomLog(await store.events(EventQuery(scope: .room(room), after: 0, limit: 100_000)))
  }
}
