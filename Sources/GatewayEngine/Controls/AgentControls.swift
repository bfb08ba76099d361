import JSONCoding
import MeetingCore
import RoomReducer
import Store
import StructuredLogging

/// Brings agents into rooms, changes them and makes them leave.
struct AgentControls: Sendable {
  let services: Services
  /// nil where agents have no tools.
  let tools: ToolCaller?

  // MARK: Starting

  /// Answers once the agent is on its way: what becomes of it is told in events.
  func start(_ id: String, _ request: StartAgent, _ caller: Caller) async throws(GatewayError) -> AgentView {
    let state = try await services.controllable(id, caller)
    let hosting = try services.require(.agent, state.room)
    try check(request, state, caller)
    let agent = Agent(
      id: services.identifiers.make("agt_"), identity: request.person.externalID, engine: request.engine,
      settings: request.settings, createdAt: services.now, startedBy: RoleRules.by(caller, in: state))
    var submission = RoomSubmission([.intent(.agentStarted(agent))])
    submission.people = try await services.stored { () throws(StoreFailure) in
      try await services.people.merged([request.person], caller.tenant)
    }
    let committed = try await services.commit(submission, to: id)
    guard committed.state.resources[agent.id] != nil else { throw Self.refusal(agent, committed.state) }
    try await connect(agent, over: hosting, committed.state.room, caller)
    return try await view(agent, state.room)
  }

  private func check(_ request: StartAgent, _ state: RoomState, _ caller: Caller) throws(GatewayError) {
    let person = request.person.externalID
    if let running = state.agent(of: person) { throw Self.alreadyRunning(running) }
    guard !state.isSomebodyElses(person) else { throw Self.somebodyElses }
    try checkTools(request.settings.tools)
    var admitting = state
    admitting.members[person] = .agent
    let refusal = AdmissionRules.refusal(
      of: person, role: .agent, in: admitting, now: services.now, rules: services.registry.rules(of: state.room))
    if let refusal { throw Admissions.refused(refusal, state.room) }
  }

  private func checkTools(_ wanted: [AgentTool]) throws(GatewayError) {
    guard !wanted.isEmpty else { return }
    let options = services.options.agents
    guard tools != nil, options.toolSigner != nil else {
      throw Self.invalid("/tools", "not_allowed", "needs agents.tool_secret in the gateway's configuration")
    }
    let issues = wanted.enumerated().compactMap { index, tool in
      ToolTarget.objection(to: tool.url, allowsPrivate: options.allowsPrivateTools).map {
        FieldIssue(pointer: "/tools/\(index)/url", code: "not_allowed", message: $0)
      }
    }
    guard issues.isEmpty else {
      throw GatewayError(.invalidRequest, "the body is not valid").with { $0.issues = issues }
    }
  }

  private func connect(_ agent: Agent, over hosting: any AgentHosting, _ room: Room, _ caller: Caller)
    async throws(GatewayError)
  {
    let connection = hosting.connection(of: agent, actor: caller.actor)
    let session = AgentSession(agent: agent, room: room, services: services, tools: tools)
    if services.agents.start(session, over: connection) { return }
    _ = try? await services.commit(
      RoomSubmission([.fact(fact(.failed(reason: AgentNews.gatewayStopped, detail: nil), of: agent.id))]), to: room.id)
    throw GatewayError(.notReady, "the gateway is stopping").with { $0.retryAfterSeconds = 2 }
  }

  // MARK: Reading

  func list(_ id: String, limit: Int, cursor: String?, _ caller: Caller) async throws(GatewayError)
    -> Page<AgentView>
  {
    let state = try await services.room(id, caller)
    try RoleRules.requireControl(caller, in: state, now: services.now)
    var query = ResourceQuery(room: id, kind: ResourceCoding.Kind.agent.rawValue)
    query.limit = limit
    let page = try await ResourceReader(services: services).page(query, cursor: cursor)
    let agents = page.items.compactMap { if case .agent(let agent) = $0 { agent } else { nil } }
    return Page(items: try await views(agents, state.room), next: page.next)
  }

  func read(_ id: String, _ agent: String, _ caller: Caller) async throws(GatewayError) -> AgentView {
    let state = try await services.room(id, caller)
    try RoleRules.requireControl(caller, in: state, now: services.now)
    return try await view(try await any(agent, state), state.room)
  }

  private func any(_ id: String, _ state: RoomState) async throws(GatewayError) -> Agent {
    guard case .agent(let agent)? = try await ResourceReader(services: services).resource(id, in: state) else {
      throw GatewayError(.notFound, "there is no such agent in this room")
    }
    return agent
  }

  // MARK: Changing

  func update(_ id: String, _ agent: String, _ request: UpdateAgent, _ caller: Caller) async throws(GatewayError)
    -> AgentView
  {
    let state = try await services.controllable(id, caller)
    let known = try await any(agent, state)
    guard known.isOpen else { throw GatewayError(.participantLeft, "the agent is not in the room any more") }
    try checkTools(request.tools ?? [])
    let settings = request.applied(to: known.settings)
    let committed = try await services.commit(RoomSubmission([.intent(.agentUpdated(agent, settings))]), to: id)
    guard case .agent(let changed)? = committed.state.resources[agent], changed.isOpen else {
      throw GatewayError(.participantLeft, "the agent is not in the room any more")
    }
    _ = services.agents.ask(.updateAgent(changed.settings), of: agent)
    return try await view(changed, state.room)
  }

  func stop(_ id: String, _ agent: String, _ caller: Caller) async throws(GatewayError) -> Outcome {
    let state = try await services.room(id, caller)
    try RoleRules.requireControl(caller, in: state, now: services.now)
    let known = try await any(agent, state)
    guard known.isOpen else {
      return services.outcome(of: .applied([]), changed: false, affected: [], state.room)
    }
    let isHere = await services.agents.stop(agent, reason: AgentNews.stopped)
    if !isHere { try await settle(known, in: state.room.id, reason: AgentNews.stopped) }
    let affected = [known.participant].compactMap { $0 }
    return services.outcome(of: .applied([]), changed: true, affected: affected, state.room)
  }

  // MARK: What an earlier process left

  /// An agent lives as long as its connection, and connections do not outlive a process.
  func settleAll() async throws(GatewayError) {
    let store = services.store
    var query = OpenResourceQuery(kind: ResourceCoding.Kind.agent.rawValue, changedBefore: .max)
    query.limit = Self.settledAtOnce
    while true {
      let page = query
      let rows = try await services.stored { () throws(StoreFailure) in try await store.openResources(page) }
      for row in rows {
        guard case .agent(let agent)? = try await services.anyRoom(row.room)?.resources[row.id] else { continue }
        try await settle(agent, in: row.room, reason: AgentNews.gatewayRestarted)
      }
      guard rows.count == query.limit, let last = rows.last else { return }
      query.after = .init(changedAt: last.changedAt, id: last.id)
    }
  }

  private func settle(_ agent: Agent, in room: String, reason: String) async throws(GatewayError) {
    let news = AgentNews.ending(reason: reason, hasJoined: agent.state == .active)
    _ = try await services.commit(RoomSubmission([.fact(fact(news, of: agent.id))]), to: room)
  }

  // MARK: Parts

  private static let settledAtOnce = 100

  private func fact(_ news: AgentNews, of agent: String) -> Fact {
    Fact(occurredAt: services.now, source: .api, .agent(agent, news))
  }

  private func view(_ agent: Agent, _ room: Room) async throws(GatewayError) -> AgentView {
    try await views([agent], room)[0]
  }

  private func views(_ agents: [Agent], _ room: Room) async throws(GatewayError) -> [AgentView] {
    let people = try await services.stored { () throws(StoreFailure) in
      try await services.people.people(Set(agents.map(\.identity)), room.tenant)
    }
    return agents.map {
      AgentView(agent: $0, person: people[$0.identity] ?? Person(externalID: $0.identity), room: room.id)
    }
  }

  /// Somebody was faster, or the room has ended meanwhile.
  private static func refusal(_ agent: Agent, _ state: RoomState) -> GatewayError {
    if let running = state.agent(of: agent.identity) { return alreadyRunning(running) }
    if state.room.phase != .ended { return somebodyElses }
    return GatewayError(.roomEnded, "the room has ended")
  }

  private static var somebodyElses: GatewayError {
    invalid("/person/external_id", "not_allowed", "is connected, or has another role in this room")
  }

  static func alreadyRunning(_ agent: Agent) -> GatewayError {
    GatewayError(.alreadyRunning, "an agent takes part as this person already").with { $0.existingID = agent.id }
  }

  private static func invalid(_ pointer: String, _ code: String, _ message: String) -> GatewayError {
    GatewayError(.invalidRequest, "the body is not valid").with {
      $0.issues = [FieldIssue(pointer: pointer, code: code, message: message)]
    }
  }
}
