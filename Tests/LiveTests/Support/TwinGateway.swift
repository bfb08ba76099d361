import Clocks
import Cryptography
import EventDelivery
import GatewayEngine
import HTTPClient
import JSONCoding
import MeetingCore
import Metrics
import RESTFacade
import SQLiteStore
import Store
import StructuredLogging
import VideoSDKAdapter
import VideoSDKMock
import WebSocket

/// One of two gateways that serve the same account on the same file, each with connections and a clock of its own.
final class TwinGateway: Sendable {
  /// It stands still unless it is moved.
  let time: ManualTime
  let gateway: Gateway
  let facade: RESTFacade
  /// Between what its seats hear and the store.
  let hold = Hold()
  private let store: SQLiteStore
  private let client = HTTPClient()
  private let loop: WebSocketLoop
  private let tasks = TaskBag()

  init(_ name: String, _ mock: RunningVideoSDKMock, hookURL: String, store: SQLiteStore, from wall: Int64) throws {
    (self.store, loop) = (store, try WebSocketLoop())
    time = ManualTime(wallNanoseconds: wall)
    var account = VideoSDKAccount(apiKey: mock.apiKey, secret: mock.secret, baseURL: mock.url)
    account.hookURL = hookURL
    let provider = VideoSDKProvider(
      account: account, transport: client, time: time, random: SystemRandom(),
      sockets: WebSocketClient(opener: client, loop: loop))
    let logger = Logger(level: .warning, sink: LogCapture(), time: time)
    gateway = Gateway(
      options: GatewayOptions(
        instance: name, tokenKey: Secret("live-token-key-0123456789abcdef"),
        tenants: [GatewayOptions.Tenant(id: "ten_1", name: "live")],
        reconciliation: ReconciliationOptions(
          interval: .seconds(3_600), idleInterval: .seconds(3_600), requestsPerMinute: 60_000, tick: .seconds(1))),
      store: store,
      registry: ProviderRegistry(accounts: [
        ProviderAccount(
          name: "main", description: VideoSDKProvider.description, isMock: true,
          provider: HeldProvider(base: provider, hold: hold))
      ]), tail: EventTail(store: store), encoding: WireEventEncoder(), time: time, random: SystemRandom(),
      logger: logger, metrics: MetricRegistry())
    facade = RESTFacade(
      gateway: gateway, time: SystemTime(), metrics: MetricRegistry(), logger: logger, random: SystemRandom())
  }

  /// Sees to seats and reads rooms from now on.
  func run() {
    tasks.add(Task { await gateway.keepConnections() })
    tasks.add(Task { await gateway.reconcileOnTime() })
  }

  /// Cuts everything that goes out, as when the process is killed. Its clock stands still, so it gives nothing back.
  func cut() async {
    await loop.stop()
    await client.shutdown()
  }

  func stop() async {
    hold.open()
    await tasks.end()
    await gateway.drain(within: .zero)
    await loop.stop()
    await client.shutdown()
    await store.close()
  }
}
