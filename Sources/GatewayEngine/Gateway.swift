package import Clocks
package import Cryptography
package import EventDelivery
package import HTTPTypes
import JSONCoding
package import MeetingCore
package import Metrics
import RoomReducer
package import Store
package import StructuredLogging
import Synchronization

/// The gateway's use cases over one store and the configured providers. Everything a facade needs is here.
package final class Gateway: Sendable {
  package let instance: String
  let services: Services
  let events: EventLog
  let keyRing: KeyRing
  let authenticator: Authenticator
  let creator: RoomCreator
  let settler: RoomSettler
  let admissions: Admissions
  let hooks: HookReceiver
  let parked: ParkedDeliveries
  let idempotency: IdempotencyService
  let reconciler: Reconciler
  let supervisor: ConnectionSupervisor
  let seats: SeatSupervisor
  let agents: AgentControls
  let voice: CallControls
  let conditions: ConditionKeeper
  private let draining = Atomic<Bool>(false)

  package init(
    options: GatewayOptions, store: any Store, registry: ProviderRegistry, tail: EventTail, encoding: any EventEncoding,
    time: any TimeSource, random: any RandomSource, logger: Logger, metrics: MetricRegistry,
    tools: (any HTTPTransport)? = nil
  ) {
    let identifiers = Identifiers(time: time, random: random)
    let tasks = TaskTracker()
    let meters = EngineMeters(metrics)
    let health = ProviderHealth()
    let people = PeopleDirectory(store: store)
    let folding = RoomFolding(
      store: store, people: people, time: time, identifiers: identifiers, encoding: encoding,
      rules: { registry.rules(of: $0) })
    let directives = DirectiveSlot()
    let seats = SeatRoster(registry: registry)
    let conditions = ProviderConditions(options.conditions, time: time)
    let breakers = ProviderBreakers(options.breaker, time: time) { account, kind, isOpen in
      guard isOpen else { return conditions.passed(.breakerOpen, kind.operations, of: account) }
      conditions.occurred(.breakerOpen, kind.operations, of: account)
      meters.breakerOpened(account, kind.rawValue)
      logger.warning("provider left alone", ["provider": .string(account), "operations": .string(kind.rawValue)])
    }
    let services = Services(
      options: options, store: store, people: people, registry: registry,
      mailboxes: RoomMailboxes(folding: folding, tasks: tasks, onCommit: { seats.note($0) }) { directives.run($0, $1) },
      calls: ProviderCalls(time: time, health: health, breakers: breakers, meters: meters), health: health,
      breakers: breakers, conditions: conditions, identifiers: identifiers, time: time, tasks: tasks,
      gate: ControlGate(time: time, tasks: tasks), hints: ReconciliationHints(), watched: WatchBell(), seats: seats,
      agents: AgentConnections(), removals: RemovalQueue(options.removals), logger: logger, meters: meters)
    let reconciler = Reconciler(services: services)
    directives.fill(DirectiveRunner(services: services, reconciler: reconciler))
    let parked = ParkedDeliveries(services: services)
    let settler = RoomSettler(services: services, parked: parked)
    let clientTokens = ClientTokens(key: options.tokenKey)
    keyRing = KeyRing(
      store: store, identifiers: identifiers, random: random,
      now: { Timestamp(nanoseconds: time.wallNanoseconds) })
    instance = options.instance
    self.services = services
    self.reconciler = reconciler
    supervisor = ConnectionSupervisor(services: services, random: random)
    self.seats = SeatSupervisor(services: services, random: random)
    self.settler = settler
    self.parked = parked
    creator = RoomCreator(services: services, settler: settler)
    admissions = Admissions(services: services, clientTokens: clientTokens)
    hooks = HookReceiver(
      services: services, parked: parked, keys: SigningKeys(services: services),
      unverified: UnverifiedDeliveries(services: services, key: options.tokenKey))
    authenticator = Authenticator(services: services, keys: keyRing, clientTokens: clientTokens)
    idempotency = IdempotencyService(
      services: services, sealing: AnswerSealing(key: options.tokenKey), settler: settler)
    events = EventLog(services: services, tail: tail)
    self.conditions = ConditionKeeper(services: services, encoding: encoding)
    voice = CallControls(services: services)
    agents = AgentControls(services: services, tools: tools.map { ToolCaller(services: services, transport: $0) })
    meters.watchStreams { [weak tail] in tail?.subscriberCount ?? 0 }
    meters.watchTasks { [weak tasks] in tasks?.count ?? 0 }
  }

  /// Takes up what an earlier process left: rooms in creation, deliveries that wait for a room that is there by now.
  /// Called once, before the first request.
  package func start() async throws(GatewayError) {
    try await settler.settleAll()
    try await parked.drainAll()
    try await hooks.resume()
    try await agents.settleAll()
    try await voice.settleAll()
    try await Operations(services: services).resumeAll()
  }

  /// Reads open rooms from their vendors, on a timer and on hints, until cancelled. Run once, beside the serving.
  package func reconcileOnTime() async {
    await TimedReconciliation(services: services, reconciler: reconciler).run()
  }

  /// Keeps the connections over which vendors tell what happens in rooms, those of whole accounts and the seats in rooms,
  /// until cancelled. Run once, beside the serving.
  package func keepConnections() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.supervisor.run() }
      group.addTask { await self.seats.run() }
    }
  }

  /// Looks at the accounts as their vendors have them, seldom, until cancelled. Run once, beside the serving.
  package func inspectAccounts() async { await AccountInspector(services: services).run() }

  /// Tells tenants when a provider falls into trouble and when it is well again, until cancelled. Run once, beside the
  /// serving.
  package func tellConditions() async { await conditions.run() }

  /// Clears the store of what is past its time, again and again. Returns when its task is cancelled.
  package func keepHouse() async { await Housekeeping(services: services).run() }

  /// Looks after recordings and what else leaves rooms: files nobody told of, and what is lost. Until cancelled.
  package func watchEgress() async { await EgressUpkeep(services: services).run() }

  /// Ends rooms that have lasted as long as they may, where their vendors do not, until cancelled. Run once, beside the
  /// serving.
  package func keepDeadlines() async { await DeadlineKeeper(services: services).run() }

  /// Readiness is off from here on.
  package func beginDraining() { draining.store(true, ordering: .releasing) }

  /// Ends the connections that this process holds in rooms, and tells each end.
  package func endConnections() async {
    await services.agents.close(reason: AgentNews.gatewayStopped)
    await services.voice.close()
  }

  /// Lets running work finish within `limit`, then cancels what is left.
  package func drain(within limit: Duration) async {
    beginDraining()
    let tasks = services.tasks
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await tasks.idle() }
      group.addTask { try? await Task.sleep(for: limit) }
      _ = await group.next()
      tasks.close()
      group.cancelAll()
    }
  }

  /// Each check by name; ready when all are true.
  package func readiness() async -> [(check: String, ok: Bool)] {
    [("store", services.store.isHealthy), ("accepting", !draining.load(ordering: .acquiring))]
  }
}
