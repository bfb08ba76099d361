import MeetingCore
import RoomReducer

/// Starts and stops recordings, broadcasts and transcriptions.
struct EgressControls: Sendable {
  let services: Services

  func start(_ id: String, _ request: StartEgress, _ caller: Caller) async throws(GatewayError) -> EgressView {
    let state = try await services.controllable(id, caller)
    let participant = try await EgressRules(services: services).check(request, state)
    // Of those who press the button at once, one starts it and the others are told which it is.
    return try await inTurn(id, request.sort) { () throws(GatewayError) in
      do throws(GatewayError) { return try await startInTurn(id, request, participant, caller) } catch {
        guard error.failure?.reason == .conflict else { throw error }
        throw await alreadyRunning(id, request, error)
      }
    }
  }

  /// As `start`; where the vendor wants somebody in the room first, it is started as soon as somebody is.
  func startOrDefer(_ id: String, _ request: StartEgress, _ caller: Caller) async throws(GatewayError) -> EgressView {
    do throws(GatewayError) { return try await start(id, request, caller) } catch {
      guard error.code == .noActiveSession else { throw error }
      return try await inTurn(id, request.sort) { () throws(GatewayError) in
        try await deferred(id, request, caller)
      }
    }
  }

  func stop(_ id: String, _ egressID: String, _ sort: EgressSort, _ caller: Caller) async throws(GatewayError)
    -> Outcome
  {
    let state = try await services.room(id, caller)
    try RoleRules.requireControl(caller, in: state, now: services.now)
    return try await inTurn(id, sort) { () throws(GatewayError) in
      let egress = try await EgressReader(services: services).egress(egressID, sort, in: id)
      return try await services.control(id) { () throws(GatewayError) in
        try await stopInTurn(egress, state, caller)
      }
    }
  }

  /// One at a time for each room and sort: starts, stops and what waits for somebody to come.
  private func inTurn<Value: Sendable>(
    _ id: String, _ sort: EgressSort, _ body: () async throws(GatewayError) -> Value
  ) async throws(GatewayError) -> Value {
    try await services.turns.turn("\(id)/\(sort.rawValue)", body)
  }

  // MARK: Starting

  private func startInTurn(
    _ id: String, _ request: StartEgress, _ participant: Participant?, _ caller: Caller
  ) async throws(GatewayError) -> EgressView {
    try await services.control(id) { () throws(GatewayError) in
      let state = try await services.controllable(id, caller)
      let plan = EgressRules.plan(request, participant)
      if let existing = state.egress(inTheWayOf: plan) { throw Self.inTheWay(existing) }
      let egress = try await begun(plan, request, state, caller)
      let committed = try await services.commit(RoomSubmission([.intent(.egress(.begun(egress)))]), to: id)
      let stored = committed.state.resources[egress.id]?.egress ?? committed.state.egress(inTheWayOf: plan)
      return try await EgressReader(services: services).view(stored ?? egress, committed.state)
    }
  }

  private func deferred(_ id: String, _ request: StartEgress, _ caller: Caller) async throws(GatewayError) -> EgressView
  {
    let state = try await services.controllable(id, caller)
    let plan = EgressRules.plan(request, nil)
    if let existing = state.egress(inTheWayOf: plan) { throw Self.inTheWay(existing) }
    var egress = Egress(
      id: services.identifiers.make(plan.sort.idPrefix), plan: plan, source: .api, createdAt: services.now,
      startedBy: RoleRules.by(caller, in: state))
    egress.isDeferred = true
    let committed = try await services.commit(RoomSubmission([.intent(.egress(.begun(egress)))]), to: id)
    let stored = committed.state.resources[egress.id]?.egress ?? egress
    return try await EgressReader(services: services).view(stored, committed.state)
  }

  /// Whatever the vendor tells of it, it tells after this began.
  private func begun(_ plan: EgressPlan, _ request: StartEgress, _ state: RoomState, _ caller: Caller)
    async throws(GatewayError) -> Egress
  {
    let (createdAt, id) = (services.now, services.identifiers.make(plan.sort.idPrefix))
    let vendor = EgressVendor(
      services: services, room: state.room, context: services.context(caller, actor: caller.actor))
    var connection: String?
    if case .recording(_, _, let participant) = plan { connection = participant }
    let start = try await vendor.start(request, id: id, participant: connection)
    return Egress(
      id: id, plan: plan, source: .api, createdAt: createdAt, startedBy: RoleRules.by(caller, in: state),
      vendorID: start.vendorID, session: state.openSession?.id, playbackURL: start.playbackURL)
  }

  /// It runs at the vendor although we do not know of it: now we will.
  private func alreadyRunning(_ id: String, _ request: StartEgress, _ error: GatewayError) async -> GatewayError {
    _ = await Reconciler(services: services).reconcile(id)
    let plan = EgressRules.plan(request, nil)
    guard let state = try? await services.anyRoom(id), let existing = state.egress(inTheWayOf: plan) else {
      return GatewayError(.alreadyRunning, "the provider says that it runs already").with {
        $0.provider = error.provider
        $0.providerKind = error.providerKind
        $0.failure = error.failure
      }
    }
    return Self.inTheWay(existing)
  }

  private static func inTheWay(_ existing: Egress) -> GatewayError {
    if existing.state == .stopping {
      return GatewayError(.conflict, "the one before is still stopping").with { $0.retryAfterSeconds = 2 }
    }
    return GatewayError(.alreadyRunning, "it runs already").with { $0.existingID = existing.id }
  }

  // MARK: Stopping

  private func stopInTurn(_ egress: Egress, _ state: RoomState, _ caller: Caller) async throws(GatewayError)
    -> Outcome
  {
    let room = state.room
    guard egress.state == .starting || egress.state == .running else { return Self.outcome(.applied, false, room) }
    let by = RoleRules.by(caller, in: state)
    if egress.isDeferred {
      let after = try await commit(.withdrawn(egress.id, by: by), room)
      if after.resources[egress.id]?.egress?.state == .stopped { return Self.outcome(.applied, true, room) }
    }
    let vendor = EgressVendor(services: services, room: room, context: services.context(caller, actor: caller.actor))
    do { try await vendor.stop(egress) } catch {
      guard EgressVendor.isGone(error) else { throw error }
      return try await missed(egress, by, room)
    }
    let committed = try await commit(.stopping(egress.id, by: by), room)
    return Self.outcome(.applied, committed.resources[egress.id] != .egress(egress), room)
  }

  /// What is only starting may not be there to be stopped: it is stopped as soon as it is.
  private func missed(_ egress: Egress, _ by: String, _ room: Room) async throws(GatewayError) -> Outcome {
    guard egress.state == .starting else {
      _ = try await commit(.gone(egress.id), room)
      return Self.outcome(.applied, false, room)
    }
    let wanted = RoomInput.intent(.egress(.stopWanted(egress.id, by: by)))
    let awaited = Awaited([.egressOver(egress.id)], within: services.options.egress.changeLimit * 3)
    let begun = try await Operations(services: services).begin(
      .stopEgress(egress.plan.sort, id: egress.id), awaited, by: by, in: room.id, along: [wanted])
    return services.outcome(of: begun, awaited, affected: [], room)
  }

  private func commit(_ intent: EgressIntent, _ room: Room) async throws(GatewayError) -> RoomState {
    try await services.commit(RoomSubmission([.intent(.egress(intent))]), to: room.id).state
  }

  private static func outcome(_ kind: Outcome.Kind, _ changed: Bool?, _ room: Room) -> Outcome {
    Outcome(
      kind, changed: changed, reason: changed == false ? .already : nil, provider: room.provider,
      providerKind: room.providerKind)
  }
}
