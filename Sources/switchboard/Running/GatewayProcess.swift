import JSONCoding
import Clocks
import Cryptography
import EventDelivery
import GatewayEngine
import HTTPClient
import HTTPServer
import MeetingCore
import Metrics
import ProviderCatalog
import RESTFacade
import SQLiteStore
import Store
import StructuredLogging
import WebSocket

/// A gateway with its store, its server and its vendors: started whole, and stopped in an order that loses nothing.
final class GatewayProcess: Sendable {
  let gateway: Gateway
  let url: String
  let keys: KeyRing
  let accounts: [ProviderAccount]
  /// What agents' tools are called with.
  var toolSecret: Secret? { settings.toolSecret }
  private let settings: GatewaySettings
  private let store: SQLiteStore
  private let server: HTTPServer
  private let client: HTTPClient
  private let tools: HTTPClient
  private let sockets: WebSocketLoop
  /// What goes on beside the serving until the end: heartbeats, reading of rooms, upkeep of the store.
  private let loops: [Task<Void, Never>]
  private let logger: Logger

  private init(
    settings: GatewaySettings, gateway: Gateway, keys: KeyRing, accounts: [ProviderAccount], store: SQLiteStore,
    server: HTTPServer, client: HTTPClient, tools: HTTPClient, sockets: WebSocketLoop, loops: [Task<Void, Never>],
    logger: Logger
  ) {
    self.settings = settings
    self.gateway = gateway
    self.keys = keys
    self.accounts = accounts
    self.store = store
    self.server = server
    self.client = client
    self.tools = tools
    self.sockets = sockets
    self.loops = loops
    self.logger = logger
    url = settings.ownURL(port: server.port)
  }

  static func start(_ settings: GatewaySettings) async throws -> GatewayProcess {
    let logger = Logger(
      level: settings.logLevel, format: settings.logFormat,
      secrets: settings.providers.flatMap {
        $0.account.credentials.filter { $0.key != "api_key" }.values.map(\.revealed)
      } + [settings.toolSecret?.revealed].compactMap { $0 })
    let store = try SQLiteStore.open(path: settings.storePath, exclusive: true)
    var sockets: WebSocketLoop?
    do {
      let loop = try WebSocketLoop()
      sockets = loop
      return try await start(settings, store, loop, logger)
    } catch {
      await sockets?.stop()
      await store.close()
      throw error
    }
  }

  private static func start(
    _ settings: GatewaySettings, _ store: SQLiteStore, _ sockets: WebSocketLoop, _ logger: Logger
  ) async throws -> GatewayProcess {
    try await Tenants.ensure(settings.tenants, in: store)
    let time = SystemTime()
    let random = SystemRandom()
    let metrics = MetricRegistry()
    // A request that waits too long for a connection to its vendor looks like a vendor that cannot be reached: as many
    // as are likely to run at once have one.
    let client = HTTPClient(
      configuration: HTTPClientConfiguration(maximumConnectionsPerHost: 256, maximumTotalConnections: 1_024))
    // Where integrators' tools are, others have chosen.
    let tools = HTTPClient(
      configuration: HTTPClientConfiguration(publicTargetsOnly: !settings.allowsPrivateTools))
    let tail = EventTail(store: store)
    let listener = try Listener(address: settings.address, port: UInt16(settings.port))
    let reached = settings.publicURL ?? (settings.isReachedDirectly ? settings.ownURL(port: listener.port) : nil)
    let accounts = try settings.providers.map { provider in
      ProviderAccount(
        name: provider.name, description: provider.kind.description, isMock: provider.isMock,
        provider: try provider.kind.makeProvider(
          settings.account(of: provider, reachedAt: reached),
          .init(
            transport: client, time: time, random: random,
            sockets: WebSocketClient(opener: client, loop: sockets))))
    }
    let gateway = Gateway(
      options: GatewayOptions(
        instance: SortableIdentifier.make(wallNanoseconds: time.wallNanoseconds, random: random),
        tokenKey: settings.tokenKey, tenants: settings.tenants, reconciliation: settings.reconciliation,
        breaker: settings.hasBreaker ? BreakerOptions() : nil, retention: settings.retention,
        agents: AgentOptions(
          toolSigner: settings.toolSecret.flatMap { WebhookSigner($0) }, allowsPrivateTools: settings.allowsPrivateTools
        ), seats: settings.seats, publicURL: settings.publicURL),
      store: store,
      registry: ProviderRegistry(accounts: accounts, routes: settings.routes), tail: tail, encoding: WireEventEncoder(),
      time: time, random: random, logger: logger, metrics: metrics, tools: tools)
    let facade = RESTFacade(
      gateway: gateway, time: time, metrics: metrics, logger: logger.named("api"),
      options: FacadeOptions(
        maximumBodyBytes: settings.maximumBodyBytes, publicURL: settings.publicURL,
        maximumRequestsInFlight: settings.maximumRequestsInFlight, limits: settings.limits),
      random: random, sockets: sockets)
    // Before the first request is read, those of clients that wait already: a create of this process must not be taken for one that a dead process left.
    try await gateway.start()
    let server = try HTTPServer.start(
      HTTPServerConfiguration(
        address: settings.address, port: UInt16(settings.port), maximumConnections: settings.maximumConnections,
        onEvent: { ServerMeters.count($0, metrics) }), on: listener, handler: facade)
    ServerMeters.watch(server, metrics)
    let loops = [
      Task { await tail.beat(every: .seconds(10), time) }, Task { await gateway.reconcileOnTime() },
      Task { await gateway.keepHouse() }, Task { await gateway.watchEgress() },
      Task { await gateway.keepConnections() }, Task { await gateway.inspectAccounts() },
      Task { await gateway.tellConditions() }, Task { await gateway.keepDeadlines() },
    ]
    let keys = KeyRing(
      store: store, identifiers: Identifiers(time: time, random: random), random: random,
      now: { Timestamp(nanoseconds: time.wallNanoseconds) })
    logger.info("started", ["providers": .array(accounts.map { .string($0.name) })])
    return GatewayProcess(
      settings: settings, gateway: gateway, keys: keys, accounts: accounts, store: store, server: server,
      client: client, tools: tools,
      sockets: sockets,
      loops: loops, logger: logger)
  }

  /// Readiness off, grace, no new connections, streams ended, running requests answered, what they left running
  /// finished, store closed. Connections drain first: while clients may still send on those they have, the work would
  /// never come to its end, and the last of it would be cancelled.
  func stop() async {
    logger.info("stopping")
    gateway.beginDraining()
    if settings.grace > .zero { try? await Task.sleep(for: settings.grace) }
    let end = ContinuousClock.now + settings.drain
    gateway.endStreams()
    for loop in loops { loop.cancel() }
    await server.stop(drain: settings.drain)
    await gateway.endConnections()
    await gateway.drain(within: max(.seconds(1), end - .now))
    for loop in loops { await loop.value }
    await client.shutdown()
    await tools.shutdown()
    await sockets.stop()
    await store.close()
    logger.info("stopped")
  }
}
