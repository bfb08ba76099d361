import Clocks
import Cryptography
import HTTPClient
import HTTPServer
import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import ProviderTesting
import RoomReducer
import VideoSDKAdapter
import VideoSDKMock
import WebSocket

/// Deliveries have no ids, and those of two stays of somebody in one session are the same bytes. The gateway sits in rooms
/// over real connections, where seats are wanted.
final class VideoSDKStormVendor: StormVendor {
  /// What connections go over.
  private struct Line: Sendable {
    let client = HTTPClient()
    let loop: WebSocketLoop
    /// The vendor's side.
    let mockLoop: WebSocketLoop
    let server: HTTPServer
  }

  let account = "videosdk-main"
  let description = VideoSDKProvider.description
  let roomKind = RoomKind.meeting
  let time = ManualTime()
  let clock: any TimeSource
  let trap = HookTrap()
  let engine: MockEngine
  let provider: any MeetingProvider
  let watcher: StormWatcher? = nil
  let lateChance = 100
  let roundSteps = 40
  /// A session ends a while after its people, and what was told just now is doubted for a minute.
  let aftermath = Duration.seconds(61)
  private let configuration: VideoSDKMockConfiguration
  private let line: Line?

  init(seed: UInt64, seated: Bool = false, onManualTime: Bool = false) throws {
    configuration = VideoSDKMockConfiguration(seed: seed)
    let mock = VideoSDKMock(configuration: configuration, time: time)
    let mockLoop = seated ? try WebSocketLoop() : nil
    engine = MockEngine(vendor: mock, time: time, wire: SystemTime(), transport: trap, sockets: mockLoop)
    clock = onManualTime ? time : StormTime(time)
    line = try mockLoop.map { [engine] loop in
      Line(
        loop: try WebSocketLoop(), mockLoop: loop,
        server: try HTTPServer.start(HTTPServerConfiguration(), handler: engine))
    }
    let account = configuration.accounts[0]
    var settings = VideoSDKAccount(apiKey: account.apiKey, secret: account.secret, baseURL: EngineTransport.base)
    if let line { settings.signallingURL = "http://127.0.0.1:\(line.server.port)" }
    provider = VideoSDKProvider(
      account: settings, transport: EngineTransport(engine: engine, others: line?.client), time: clock,
      random: SystemRandom(), sockets: line.map { WebSocketClient(opener: $0.client, loop: $0.loop) })
    _ = try mock.addWebhook(WebhookTarget(url: HookTrap.url))
  }

  var keepsConnections: Bool { line != nil }

  func life(seed: UInt64) -> any VendorLife { VideoSDKLife(self, seed: seed) }

  /// Nothing is told over a connection of the storm's own.
  func said(_ hook: SignedHook) throws -> MeetingCore.WebhookDelivery {
    throw CancellationError()
  }

  /// There is nothing that tells one from the other.
  func again(_ hook: SignedHook) -> SignedHook { hook }

  func forged(_ hook: SignedHook) -> SignedHook {
    var copy = hook
    copy.fields["videosdk-signature"] = Base64.encode([UInt8](repeating: 7, count: 256))
    return copy
  }

  /// Some of the seats are dropped, told to go, or pushed out.
  func disturb(_ round: Int) async {
    let connections = await control("GET", "sockets")["items"]?.arrayValue ?? []
    guard !connections.isEmpty else { return }
    let one = connections[round % connections.count]
    let (seat, room) = (one["participant_id"] ?? .null, one["room_id"] ?? .null)
    switch round % 3 {
    case 0: _ = await control("POST", "sockets/drop", ["participant_id": seat, "room_id": room])
    case 1: _ = await control("POST", "sockets/close", ["participant_id": seat, "room_id": room, "code": 1011])
    default:
      let ask: JSON = ["participant_id": seat, "room_id": room, "method": "close", "data": ["reasonCode": 1002]]
      _ = await control("POST", "sockets/ask", ask)
    }
  }

  func stop() async {
    await engine.stop()
    guard let line else { return }
    await line.server.stop(drain: .zero)
    await line.loop.stop()
    await line.mockLoop.stop()
    await line.client.shutdown()
  }

  /// A request of a server, as the vendor's own console would make it.
  func ask(_ method: String, _ path: String, _ body: JSON) async throws {
    let now = time.wallNanoseconds / 1_000_000_000
    let account = configuration.accounts[0]
    let token = try JWT.sign(
      claims: [
        "apikey": .string(account.apiKey), "permissions": ["allow_join", "allow_mod"], "version": 2,
        "iat": .integer(now - 1), "exp": .integer(now + 3600),
      ], secret: account.secret)
    _ = await send(
      method, path, query: nil, fields: ["Content-Type": "application/json", "Authorization": token], body)
  }

  // MARK: Comparing

  func views() async -> [String: JSON] {
    let state = await control("GET", "state")
    let rows = state[configuration.accounts[0].apiKey]?["rooms"]?.arrayValue ?? []
    return Dictionary(
      uniqueKeysWithValues: rows.map { ($0["room"]?["customRoomId"]?.stringValue ?? "", $0) })
  }

  func differences(_ state: RoomState, _ view: JSON) -> [String] {
    VideoSDKRoomComparison(state: state, view: view).differences
  }

  func comparisons(_ rooms: [(state: RoomState, log: RoomLog)], lost: Set<String>) async -> [LogComparison] {
    let views = await views()
    let deliveries = engine.webhooks.deliveries.enumerated().map {
      (id: String($0.offset), payload: $0.element.payload)
    }
    let byRoom = Dictionary(grouping: deliveries) { $0.payload["data"]?["meetingId"]?.stringValue ?? "" }
    return rooms.map { room in
      let view = views[room.state.room.id] ?? .null
      let own = byRoom[view["room"]?["roomId"]?.stringValue ?? ""] ?? []
      let record = VideoSDKRecord(view, own, lost: lost, isSeated: line != nil)
      return VideoSDKLogComparison(state: room.state, log: room.log, record: record).found
    }
  }
}
