import Clocks
import MeetingCore
import RoomReducer
import Store

/// Creates rooms: committed as `creating` before the vendor is asked, so that nothing the vendor made is ever lost.
struct RoomCreator: Sendable {
  let services: Services
  let settler: RoomSettler

  /// `begun` is the room that an earlier run of the same keyed request had begun to create.
  func create(_ request: CreateRoom, claim: IdempotencyClaim?, begun: String?, caller: Caller)
    async throws(GatewayError)
    -> (view: RoomView, existed: Bool)
  {
    if let begun, let state = try await services.anyRoom(begun) {
      guard let view = try await again(state, caller) else { throw busy() }
      return (view, false)
    }
    let account = try services.registry.candidates(for: request, tenant: caller.tenant)[0]
    for _ in 0..<3 {
      if let existing = try await existing(request, caller) { return (existing, true) }
      let draft = try await draft(request, account, caller)
      if let view = try await make(draft, account, claim, caller) { return (view, false) }
    }
    throw busy()
  }

  /// nil when the external id is taken meanwhile.
  private func make(
    _ draft: RoomDraft, _ account: ProviderAccount, _ claim: IdempotencyClaim?, _ caller: Caller
  ) async throws(GatewayError) -> RoomView? {
    let id = draft.state.room.id
    _ = settler.running.begin(id)
    defer { settler.running.end(id) }
    switch try await insert(draft, claim) {
    case .inserted: return try await ask(draft, account, caller)
    case .externalIDTaken: return nil
    }
  }

  /// The room that another process had begun to create, or that was never settled. The vendor is asked again under the
  /// same key, so that a request of that process which comes late makes no second room. nil while somebody here asks.
  private func again(_ begun: RoomState, _ caller: Caller) async throws(GatewayError) -> RoomView? {
    let id = begun.room.id
    guard begun.room.phase == .creating else { return try await RoomReader(services: services).view(begun) }
    guard settler.running.begin(id) else { return nil }
    defer { settler.running.end(id) }
    services.mailboxes.forget(id)
    guard let state = try await services.anyRoom(id) else { return nil }
    guard state.room.phase == .creating else { return try await RoomReader(services: services).view(state) }
    let people = try await services.stored { () throws(StoreFailure) in
      try await services.people.people(Set(state.members.keys).union([state.room.host]), state.room.tenant)
    }
    let draft = RoomDraft(again: state, people: people, caller: caller)
    return try await ask(draft, try services.account(of: state.room), caller)
  }

  // MARK: The same external id

  /// The room that has the external id already, if it was created with an equal body; waits while it is in creation.
  private func existing(_ request: CreateRoom, _ caller: Caller) async throws(GatewayError) -> RoomView? {
    guard let externalID = request.externalID else { return nil }
    let store = services.store
    let deadline = ContinuousClock.now.advanced(by: services.options.patience)
    while true {
      let found = try await services.stored { () throws(StoreFailure) in
        try await store.room(tenant: caller.tenant, externalID: externalID)
      }
      guard let found else { return nil }
      let isAsked = settler.running.contains(found.id)
      guard let state = try await services.anyRoom(found.id), state.room.phase != .ended else { return nil }
      guard state.room.createFingerprint == request.fingerprint else { throw differs(state.room, request) }
      if !isAsked || state.room.phase != .creating, let view = try await again(state, caller) { return view }
      guard ContinuousClock.now < deadline else { throw busy() }
      services.mailboxes.forget(found.id)
      do { try await services.time.sleep(for: .milliseconds(20)) } catch { throw busy() }
    }
  }

  private func differs(_ room: Room, _ request: CreateRoom) -> GatewayError {
    GatewayError(
      .roomExistsWithOtherParameters, "a room with this external_id exists and was created with other parameters"
    ).with {
      $0.existingID = room.id
      $0.issues = CreateComparison.differing(room.createFingerprint, request.fingerprint).map {
        FieldIssue(pointer: "/\($0)", code: "differs", message: "is not as the room was created")
      }
    }
  }

  private func busy() -> GatewayError {
    GatewayError(.conflict, "a room with this external_id is just being created").with { $0.retryAfterSeconds = 1 }
  }

  // MARK: The row in creation

  private enum Inserted { case inserted, externalIDTaken }

  private func insert(_ draft: RoomDraft, _ claim: IdempotencyClaim?) async throws(GatewayError) -> Inserted {
    let people = services.people
    let commit = draft.commit(claim)
    switch try await services.stored({ () throws(StoreFailure) in try await people.commit(commit) }) {
    case .committed:
      services.mailboxes.keep(draft.state)
      return .inserted
    case .externalIDTaken: return .externalIDTaken
    case .conflict, .roomExists, .duplicateDelivery, .fenced: throw services.unavailable("a fresh room id is taken")
    }
  }

  /// Nobody is host and something less at once.
  private func requireHost(_ request: CreateRoom, _ caller: Caller) throws(GatewayError) {
    let host = RoomDraft.host(of: request, caller, services.options)
    let index = request.members.firstIndex { member in
      member.person.externalID == host && member.role.map { $0 != .host } ?? false
    }
    if let index { throw RoleRules.hostStays("/members/\(index)/role") }
  }

  private func draft(_ request: CreateRoom, _ account: ProviderAccount, _ caller: Caller) async throws(GatewayError)
    -> RoomDraft
  {
    try requireHost(request, caller)
    let named = ([request.host] + request.members.map(\.person)).compactMap { $0 }
    let people = try await services.stored { () throws(StoreFailure) in
      try await services.people.merged(named, caller.tenant)
    }
    return RoomDraft(request, account: account, caller: caller, people: people, services: services)
  }

  // MARK: The vendor

  private func ask(_ draft: RoomDraft, _ account: ProviderAccount, _ caller: Caller) async throws(GatewayError)
    -> RoomView
  {
    let room = draft.state.room
    let spec = draft.spec
    let context = services.context(caller, actor: caller.actor, key: room.id)
    let start = ContinuousClock.now
    do {
      let creation = try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await account.provider.createRoom(spec, context)
      }
      let attempt = CreateAttempt(
        provider: account.name, outcome: creation.existed ? .existed : .created,
        durationMilliseconds: Int((ContinuousClock.now - start) / .milliseconds(1)))
      return try await followed(draft, mayBeLate: true) { () throws(GatewayError) in
        try await settler.complete(room, creation.room, attempt, facts: creation.facts, by: draft.by)
      }
    } catch let failure as ProviderFailure {
      return try await recover(draft, failure, context)
    } catch { throw (error as? GatewayError) ?? services.unavailable("unexpected") }
  }

  /// After a failure: gone for sure, found after all, or unknown and told by an operation.
  private func recover(_ draft: RoomDraft, _ failure: ProviderFailure, _ context: CallContext)
    async throws(GatewayError)
    -> RoomView
  {
    let room = draft.state.room
    if failure.executed == .no {
      try await followed(draft, mayBeLate: false) { () throws(GatewayError) in try await settler.drop(draft.state) }
      throw notCreated(failure, room)
    }
    switch await settler.settle(draft.state, by: draft.by, context, mayBeLate: false) {
    case .completed(let view): return view
    case .absent, .absentYet: throw notCreated(failure, room)
    case .unknown:
      let operation = try await settler.follow(draft.state, by: draft.by)
      throw GatewayError(.providerTimeout, "whether the room was created is not known yet").with {
        $0.provider = room.provider
        $0.providerKind = room.providerKind
        $0.failure = failure
        $0.operation = operation
      }
    }
  }

  /// A store that fails here leaves the row in creation: it is brought to its end when the store works again.
  private func followed<Value: Sendable>(
    _ draft: RoomDraft, mayBeLate: Bool, _ work: () async throws(GatewayError) -> Value
  ) async throws(GatewayError) -> Value {
    do { return try await work() } catch {
      settler.settleLater(draft.state, by: draft.by, mayBeLate: mayBeLate)
      throw error
    }
  }

  /// A time-out that left nothing behind is no open question: the caller may simply try again.
  private func notCreated(_ failure: ProviderFailure, _ room: Room) -> GatewayError {
    guard failure.reason == .timeout else { return services.error(failure, room) }
    let unavailable = ProviderFailure(
      .unavailable, executed: .no, operation: failure.operation, vendorStatus: failure.vendorStatus,
      vendorCode: failure.vendorCode, vendorMessage: failure.vendorMessage, vendorRequestID: failure.vendorRequestID)
    return services.error(unavailable, room)
  }
}
