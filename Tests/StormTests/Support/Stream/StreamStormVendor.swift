import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import ProviderTesting
import RoomReducer
import StreamMock

@testable import StreamAdapter

final class StreamStormVendor: StormVendor {
  let account = "stream-main"
  let description = StreamProvider.description
  let roomKind = RoomKind.audioRoom
  let time = ManualTime()
  let clock: any TimeSource
  let trap = HookTrap()
  let engine: MockEngine
  let provider: any MeetingProvider
  let watcher: StormWatcher?
  let lateChance = 40
  let roundSteps = 80
  let aftermath = Duration.zero
  private let configuration: StreamMockConfiguration
  private let adapter: StreamProvider

  init(seed: UInt64, events: StreamEvents = .webhooks, onManualTime: Bool = false) throws {
    var options = StreamMockOptions()
    options.appRequestsPerMinute = nil
    options.userRequestsPerMinute = nil
    configuration = StreamMockConfiguration(seed: seed, options: options)
    let mock = StreamMock(configuration: configuration, time: time)
    engine = MockEngine(vendor: mock, time: time, wire: SystemTime(), transport: trap)
    clock = onManualTime ? time : StormTime(time)
    let account = configuration.accounts[0]
    var settings = StreamAccount(apiKey: account.apiKey, apiSecret: account.apiSecret, baseURL: EngineTransport.base)
    settings.events = events
    adapter = StreamProvider(
      account: settings, transport: EngineTransport(engine: engine), time: clock, random: SystemRandom())
    let watcher = events == .webhooks ? nil : StormWatcher()
    self.watcher = watcher
    let base = adapter
    provider = watcher.map { StormProvider(base: base, watcher: $0) } ?? base
    _ = try mock.addWebhook(WebhookTarget(url: HookTrap.url))
  }

  var keepsConnections: Bool { watcher != nil }

  func life(seed: UInt64) -> any VendorLife { StreamLife(self, seed: seed) }

  func said(_ hook: SignedHook) throws -> MeetingCore.WebhookDelivery {
    let now = Timestamp(nanoseconds: clock.wallNanoseconds)
    return adapter.delivery(of: try JSON.parse(hook.body, mode: .vendor), source: .socket, receivedAt: now)
  }

  /// The signature is over the body alone.
  func again(_ hook: SignedHook) -> SignedHook {
    var copy = hook
    copy.fields["X-Webhook-Id"] = hook.id + "-again"
    return copy
  }

  func forged(_ hook: SignedHook) -> SignedHook {
    var copy = hook
    copy.fields["X-Webhook-Id"] = hook.id + "-forged"
    copy.fields["X-Signature"] = String(repeating: "0", count: 64)
    return copy
  }

  func disturb(_ round: Int) async {}
  func stop() async { await engine.stop() }

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

  func anonymousToken(_ cid: String) throws -> String {
    let now = time.wallNanoseconds / 1_000_000_000
    return try JWT.sign(
      claims: [
        "user_id": "!anon", "call_cids": .strings([cid]), "iat": .integer(now - 1), "exp": .integer(now + 3600),
      ], secret: configuration.accounts[0].apiSecret)
  }

  // MARK: Comparing

  func views() async -> [String: JSON] {
    let state = await control("GET", "state")
    let rows = state[configuration.accounts[0].apiKey]?["calls"]?.arrayValue ?? []
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        (String((row["call"]?["cid"]?.stringValue ?? "").dropFirst("audio_room:".count)), row)
      })
  }

  func differences(_ state: RoomState, _ view: JSON) -> [String] {
    StreamRoomComparison(state: state, call: view).differences
  }

  func comparisons(_ rooms: [(state: RoomState, log: RoomLog)], lost: Set<String>) async -> [LogComparison] {
    let records = StreamRecord.records(engine.webhooks.deliveries)
    return rooms.map { room in
      let record = records["audio_room:" + room.state.room.id] ?? StreamRecord()
      let found = StreamLogComparison(state: room.state, log: room.log, record: record, lost: lost)
      return LogComparison(faults: found.faults, unseen: found.unseen, unseenStages: found.unseenStages)
    }
  }
}
