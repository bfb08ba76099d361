import Clocks
import Cryptography
import EventDelivery
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Metrics
import ProgramTesting
import ProviderTesting
import RESTFacade
import RoomReducer
import Store
import StructuredLogging

/// The whole gateway in process over a store, with the mock as its vendor.
final class StormGateway: Sendable {
  let store: any Store
  let gateway: Gateway
  private let vendor: any StormVendor
  private let metrics = MetricRegistry()
  private let facade: RESTFacade
  private let caller = Caller(
    principal: .key(KeyPrincipal(id: "key_1", tenant: "ten_1", scopes: [.read, .manage])), requestID: "req_1")

  /// Seats are few, so that they wander from room to room. The calendar runs ahead of whoever renews a lease.
  init(_ vendor: any StormVendor, store: any Store, reconciliation: ReconciliationOptions) {
    let time = vendor.clock
    let logger = Logger(level: .error, sink: LogCapture(), time: time)
    (self.store, self.vendor) = (store, vendor)
    gateway = Gateway(
      options: GatewayOptions(
        instance: "storm", tokenKey: Secret("a-key-for-tests-0123456789abcdef"),
        tenants: [GatewayOptions.Tenant(id: "ten_1", name: "one")], reconciliation: reconciliation,
        leases: LeaseOptions(duration: .seconds(86_400)),
        seats: SeatOptions(maximumPerAccount: 8, linger: .milliseconds(50))),
      store: store,
      registry: ProviderRegistry(accounts: [
        ProviderAccount(
          name: vendor.account, description: vendor.description, isMock: true, provider: vendor.provider)
      ]), tail: EventTail(store: store), encoding: WireEventEncoder(), time: time, random: SystemRandom(),
      logger: logger, metrics: metrics)
    facade = RESTFacade(gateway: gateway, time: time, metrics: metrics, logger: logger, random: SystemRandom())
  }

  func create() async throws -> String {
    var request = CreateRoom(kind: vendor.roomKind, fingerprint: "storm")
    request.host = PersonInput(externalID: "nadia", name: .set("Nadia"))
    return try await gateway.createRoom(request, claim: nil, caller: caller).view.room.id
  }

  /// Posts a delivery as the vendor would; the status of the answer.
  func post(_ hook: SignedHook) async -> Int {
    let head = HTTPRequestHead(
      method: "POST", path: "/v1/hooks/" + vendor.account, fields: hook.fields, contentLength: hook.body.count,
      hasBody: true)
    if case .answer(let refusal) = await facade.admit(head) { return refusal.status }
    return await facade.respond(to: HTTPRequest(head: head, body: hook.body)).status
  }

  /// Keeps the connection, if there is one, while the body runs.
  func connected<Value>(_ body: () async throws -> Value) async throws -> Value {
    let gateway = gateway
    let keeper = vendor.keepsConnections ? Task { await gateway.keepConnections() } : nil
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    keeper?.cancel()
    await keeper?.value
    return try result.get()
  }

  /// Says all over the connection, and returns once it has been taken in.
  func say(_ hooks: [SignedHook]) async throws {
    guard let watcher = vendor.watcher else { return }
    guard await eventually(within: .seconds(10), { watcher.port != nil }) else { throw Failure("nobody listens") }
    for start in stride(from: 0, to: hooks.count, by: 200) {
      let part = hooks[start..<min(start + 200, hooks.count)]
      let before = taken
      for hook in part { watcher.port?.take(try vendor.said(hook)) }
      guard await eventually(within: .seconds(60), { taken - before >= Double(part.count) }) else {
        throw Failure("what was said is not taken in: \(taken - before) of \(part.count)")
      }
    }
  }

  /// How much of what was said is dealt with.
  private var taken: Double {
    ["applied", "unchanged", "unmatched", "failed"].reduce(0) { sum, outcome in
      sum + metrics.value("switchboard_watched_events_total", ["provider": vendor.account, "outcome": outcome])
    }
  }

  /// How often a seat was taken and lost.
  var seatsLost: Double { metrics.value("switchboard_seats_lost_total", ["provider": vendor.account]) }

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
