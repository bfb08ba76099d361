import Clocks
import Cryptography
import EventDelivery
import GatewayEngine
import JSONCoding
import MeetingCore
import Metrics
import ProgramTesting
import ProviderTesting
import RESTFacade
import Store
import StructuredLogging
import Testing

/// A gateway over a vendor that offers little. A second one on the same vendor and store is a restart.
final class BareWorld: Sendable {
  let vendor: BareProvider
  let store: InMemoryStore
  let gateway: Gateway
  let log = LogCapture()
  let metrics = MetricRegistry()
  let caller: GatewayEngine.Caller
  private let time: any TimeSource

  init(
    _ vendor: BareProvider = BareProvider(), store: InMemoryStore = InMemoryStore(),
    removals: RemovalOptions = RemovalOptions(perSecond: 1_000, atOnce: 8), time: any TimeSource = SystemTime()
  ) {
    self.vendor = vendor
    self.store = store
    self.time = time
    let description = ProviderDescription(
      kind: "bare", title: "Bare", credentialKeys: [], hosts: [], options: [:], roomOptionsSchema: JSONText("{}"),
      connectSchema: JSONText("{}"))
    gateway = Gateway(
      options: GatewayOptions(
        instance: "one", tokenKey: Secret("a token key for tests"), tenants: [.init(id: "ten_a", name: "a")],
        requestDeadline: .seconds(5), removals: removals), store: store,
      registry: ProviderRegistry(accounts: [
        ProviderAccount(name: "bare-main", description: description, isMock: true, provider: vendor)
      ]), tail: EventTail(store: store), encoding: WireEventEncoder(), time: time, random: SystemRandom(),
      logger: Logger(level: .debug, sink: log), metrics: metrics)
    caller = GatewayEngine.Caller(
      principal: .key(KeyPrincipal(id: "key_1", tenant: "ten_a", scopes: [.read, .manage])), requestID: "req_1")
  }

  var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  // MARK: Rooms

  func create(_ kind: RoomKind = .audioRoom, _ change: (inout CreateRoom) -> Void = { _ in })
    async throws(GatewayError) -> String
  {
    var request = CreateRoom(kind: kind, fingerprint: "title=-")
    request.host = PersonInput(externalID: "nadia")
    change(&request)
    return try await gateway.createRoom(request, claim: nil, caller: caller).view.room.id
  }

  /// A new room that lets its audience in.
  func open(_ kind: RoomKind = .audioRoom, _ change: (inout CreateRoom) -> Void = { _ in })
    async throws(GatewayError) -> String
  {
    let room = try await create(kind, change)
    _ = try await gateway.goLive(room, caller: caller)
    return room
  }

  func view(_ room: String) async throws(GatewayError) -> RoomView {
    try await gateway.room(room, caller: caller)
  }

  func token(_ person: String?, in room: String, role: ParticipantRole? = nil) async throws(GatewayError) -> JoinGrant {
    let request = TokenRequest(
      person: person.map { PersonInput(externalID: $0) }, role: role, ttlSeconds: 600)
    return try await gateway.joinToken(room, request, caller: caller)
  }

  // MARK: Devices

  /// Somebody comes in, and the gateway is told.
  func come(_ place: String, to room: String, since time: Timestamp? = nil) async throws {
    try await tell(vendor.come(place, to: room, at: time ?? now))
  }

  func go(_ place: String, from room: String) async throws { try await tell(vendor.go(place, from: room)) }

  func publish(_ kinds: Set<TrackKind>, _ place: String, in room: String) async throws {
    try await tell(vendor.publish(kinds, place, in: room))
  }

  func tell(_ delivery: JSON) async throws {
    let body = delivery.bytes()
    _ = try await gateway.receiveHook(provider: "bare-main", body: body) { field in
      field == BareProvider.signatureField ? [BareProvider.signature(of: body)] : []
    }
  }

  // MARK: What is so

  /// The people that the gateway lists as connected; somebody unknown is `?`.
  func connected(in room: String) async throws(GatewayError) -> [String] {
    try await gateway.participants(room, ParticipantFilter(), limit: 100, cursor: nil, caller: caller).items
      .map { $0.person?.externalID ?? "?" }.sorted()
  }

  func participant(_ person: String, in room: String) async throws -> ParticipantView {
    let page = try await gateway.participants(
      room, ParticipantFilter(), limit: 100, cursor: nil, caller: caller)
    guard let found = page.items.first(where: { $0.person?.externalID == person }) else {
      throw Failure("\(person) is not there")
    }
    return found
  }

  func events(_ room: String) async throws(GatewayError) -> [EventRecord] {
    try await gateway.events(.room(room), from: .oldest, types: nil, limit: 500, caller: caller).events
  }

  func eventTypes(_ room: String) async throws(GatewayError) -> [String] { try await events(room).map(\.type) }

  /// The reasons with which people left, in order.
  func leaveReasons(_ room: String) async throws -> [String] {
    try await events(room).filter { $0.type == "participant.left" }.map { event in
      (try JSON.parse(event.body, mode: .strict))["data"]?["reason"]?.stringValue ?? "-"
    }
  }
}

/// The code with which something is refused; nil when it is not.
func refusal<Value>(_ work: () async throws -> Value) async -> ErrorCode? {
  do { _ = try await work() } catch let error as GatewayError { return error.code } catch { Issue.record(error) }
  return nil
}
