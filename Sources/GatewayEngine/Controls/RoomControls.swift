import MeetingCore
import RoomReducer

/// Controls of the room as a whole: stage, lock, end.
struct RoomControls: Sendable {
  let services: Services

  func goLive(_ id: String, _ caller: Caller) async throws(GatewayError) -> Outcome {
    try await stage(id, caller, live: true, keeping: [])
  }

  func stopLive(_ id: String, keeping: Set<EgressSort>, _ caller: Caller) async throws(GatewayError) -> Outcome {
    try await stage(id, caller, live: false, keeping: keeping)
  }

  func lock(_ id: String, _ caller: Caller) async throws(GatewayError) -> Outcome {
    try await setLock(id, caller, to: true)
  }

  func unlock(_ id: String, _ caller: Caller) async throws(GatewayError) -> Outcome {
    try await setLock(id, caller, to: false)
  }

  func end(_ id: String, _ caller: Caller) async throws(GatewayError) -> Outcome {
    let state = try await services.room(id, caller)
    try RoleRules.requireControl(caller, in: state, now: services.now)
    let room = state.room
    guard room.phase != .ended else { return outcome(.applied, false, .alreadyEnded, room) }
    let account = try services.account(of: room)
    let context = services.context(caller, actor: caller.actor)
    let result = try await vendor(room) { () throws(ProviderFailure) in
      try await endAtVendor(room, account, context)
    }
    let by = RoleRules.by(caller, in: state)
    let reason = caller.actor == nil ? "api" : "host"
    let intent = Intent.ended(reason: reason, by: by)
    return try await settle(result, intent, .endRoom(reason: reason), by: by, unchanged: .alreadyEnded, room)
  }

  /// What the vendor does not know any more needs no ending there.
  private func endAtVendor(_ room: Room, _ account: ProviderAccount, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    do {
      return try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await account.provider.endRoom(services.providerRoom(room), context)
      }
    } catch {
      guard error.reason == .notFound else { throw error }
      return .applied([])
    }
  }

  // MARK: Shared

  private func stage(_ id: String, _ caller: Caller, live: Bool, keeping: Set<EgressSort>) async throws(GatewayError)
    -> Outcome
  {
    let state = try await services.controllable(id, caller)
    let room = state.room
    let offering = try services.offered(.stage, room)
    guard live || room.settings.backstage else {
      throw .unsupported("the room has no backstage to go to: its settings.backstage is false", .stage, room)
    }
    let result = try await stageAtVendor(room, offering.handle(.stage), live: live, keeping: keeping, caller)
    let by = RoleRules.by(caller, in: state)
    let intent = live ? Intent.wentLive(by: by) : .stoppedLive(by: by)
    let outcome = try await settle(result, intent, live ? .goLive : .stopLive, by: by, unchanged: .already, room)
    guard !live, outcome.kind == .applied else { return outcome }
    try await stopEgress(keeping: keeping, by, state)
    return try await leaving(outcome, by: by, room)
  }

  /// Nothing needs to be done there where the stage is the gateway's own.
  private func stageAtVendor(
    _ room: Room, _ staging: (any Staging)?, live: Bool, keeping: Set<EgressSort>, _ caller: Caller
  ) async throws(GatewayError) -> ControlOutcome {
    guard let staging else { return .applied([]) }
    return try await services.ask(room, caller) { (provided, context) throws(ProviderFailure) in
      if live { return try await staging.goLive(provided, context) }
      return try await staging.stopLive(provided, keeping: keeping, context)
    }
  }

  /// Whoever is on their way out is named: the room is closed already, and empty when they have gone.
  private func leaving(_ applied: Outcome, by: String, _ room: Room) async throws(GatewayError) -> Outcome {
    guard let state = try await services.anyRoom(room.id), state.room.phase == .backstage else { return applied }
    let going = state.connected.filter { $0.leaveReason == .notAdmitted }
    guard !going.isEmpty else { return applied }
    let pace = services.options.removals.perSecond
    let awaited = Awaited([.onlyAdmittedLeft], within: .seconds(60) + .seconds(2 * Double(going.count) / pace))
    let begun = try await Operations(services: services).begin(.stopLive, awaited, by: by, in: room.id)
    guard let operation = begun.operation else { return applied }
    var pending = applied
    pending.kind = .pending
    pending.affected = going.map(\.id)
    pending.operation = operation.id
    return pending
  }

  private func stopEgress(keeping: Set<EgressSort>, _ by: String, _ state: RoomState) async throws(GatewayError) {
    guard state.egresses.contains(where: \.state.isActive) else { return }
    let intent = EgressIntent.stoppingAll(but: keeping, by: by)
    _ = try await services.commit(RoomSubmission([.intent(.egress(intent))]), to: state.room.id)
  }

  private func setLock(_ id: String, _ caller: Caller, to locked: Bool) async throws(GatewayError) -> Outcome {
    let state = try await services.controllable(id, caller)
    guard try services.offering(of: state.room).cells[.lock] != nil else {
      throw services.unsupported(.lock, state.room)
    }
    let by = RoleRules.by(caller, in: state)
    let committed = try await services.commit(
      RoomSubmission([.intent(locked ? .locked(by: by) : .unlocked(by: by))]), to: id)
    guard committed.state.room.phase != .ended else { throw GatewayError(.roomEnded, "the room has ended") }
    return outcome(.applied, committed.changed, committed.changed ? nil : .already, state.room)
  }

  private func vendor(
    _ room: Room, _ call: () async throws(ProviderFailure) -> ControlOutcome
  ) async throws(GatewayError) -> ControlOutcome {
    do { return try await call() } catch { throw services.error(error, room) }
  }

  /// Commits what the vendor confirmed. The reducer says whether anything changed: a repeat, or the vendor's own report that
  /// came first, changes nothing more.
  private func settle(
    _ result: ControlOutcome, _ intent: Intent, _ purpose: OperationPurpose, by: String, unchanged: Outcome.Reason,
    _ room: Room
  ) async throws(GatewayError) -> Outcome {
    switch result {
    case .applied(let facts):
      let committed = try await services.commit(
        RoomSubmission([.intent(intent)] + facts.map(RoomInput.fact)), to: room.id)
      let ended = committed.state.room.phase == .ended && unchanged == .already
      return outcome(.applied, committed.changed, committed.changed ? nil : ended ? .alreadyEnded : unchanged, room)
    case .requested(let facts):
      _ = try await services.commit(RoomSubmission(facts.map(RoomInput.fact)), to: room.id)
      return outcome(.requested, nil, nil, room)
    case .pending, .asked:
      let awaited = result.awaited ?? Awaited([], within: .zero)
      // Whoever stops a room being live closes it at once: only that everybody goes takes its time.
      let along: [RoomInput] = purpose == .stopLive ? [.intent(intent)] : []
      let begun = try await Operations(services: services).begin(purpose, awaited, by: by, in: room.id, along: along)
      return services.outcome(of: begun, awaited, affected: [], room)
    }
  }

  private func outcome(_ kind: Outcome.Kind, _ changed: Bool?, _ reason: Outcome.Reason?, _ room: Room) -> Outcome {
    Outcome(kind, changed: changed, reason: reason, provider: room.provider, providerKind: room.providerKind)
  }
}
