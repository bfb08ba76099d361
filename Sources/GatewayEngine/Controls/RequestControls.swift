import JSONCoding
import MeetingCore
import RoomReducer
import Store
import StructuredLogging

/// Raised hands: who may speak is asked for, and decided by whoever runs the room.
struct RequestControls: Sendable {
  let services: Services

  func list(_ id: String, _ filter: RequestFilter, limit: Int, cursor: String?, _ caller: Caller)
    async throws(GatewayError) -> Page<PermissionRequestView>
  {
    let state = try await services.room(id, caller)
    try RoleRules.requireControl(caller, in: state, now: services.now)
    _ = try services.offered(.permissionRequests, state.room)
    var query = ResourceQuery(room: id, kind: ResourceCoding.Kind.permissionRequest.rawValue)
    query.isOpen = filter.isPending
    query.person = filter.externalID
    query.limit = limit
    let page = try await ResourceReader(services: services).page(query, cursor: cursor)
    let requests = page.items.compactMap { if case .request(let request) = $0 { request } else { nil } }
    return Page(items: try await views(requests, state), next: page.next)
  }

  // MARK: Raising

  /// A hand that is up already, or for what the person may do anyway, is answered with what there is.
  func raise(_ id: String, _ person: PersonInput, _ wanted: Set<Permission>, _ caller: Caller)
    async throws(GatewayError) -> (view: PermissionRequestView, isNew: Bool)
  {
    let state = try await services.room(id, caller)
    try RoleRules.requireOwn(person.externalID, caller, in: state, now: services.now)
    guard state.room.phase != .ended else { throw GatewayError(.roomEnded, "the room has ended") }
    try RoleRules.requireAdmitted(person.externalID, in: state, now: services.now)
    let raising = try services.offered(.permissionRequests, state.room).handle(.permissionRequests)
    try services.requireKnown(wanted, state.room)
    let rows = try await services.stored { () throws(StoreFailure) in
      try await services.people.merged([person], caller.tenant)
    }
    let isUp = state.pendingRequest(of: person.externalID, covering: wanted) != nil
    let isNeeded = !isUp && !wanted.isSubset(of: state.permissions(of: person.externalID))
    if isNeeded, let raising { try await tell(raising, wanted, rows, state, caller) }
    var submission = RoomSubmission([.intent(.permissionRequested(person: person.externalID, permissions: wanted))])
    submission.people = person.isNamed ? rows : []
    let committed = try await services.commit(submission, to: id)
    return try await answer(person.externalID, wanted, committed)
  }

  private func tell(
    _ raising: any HandRaising, _ wanted: Set<Permission>, _ rows: [PersonRecord], _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) {
    let people = rows.map { Person(externalID: $0.externalID, name: $0.name, imageURL: $0.imageURL) }
    _ = try await services.ask(state.room, caller) { (room, context) throws(ProviderFailure) in
      for person in people { _ = try await raising.raise(wanted, by: person, in: room, context) }
    }
  }

  private func answer(_ person: String, _ wanted: Set<Permission>, _ committed: RoomCommitted)
    async throws(GatewayError) -> (view: PermissionRequestView, isNew: Bool)
  {
    let state = committed.state
    guard
      let request = state.pendingRequest(of: person, covering: wanted)
        ?? state.grantedRequest(of: person, covering: wanted)
        ?? state.requests(of: person).last(where: { $0.covers(wanted) })
    else { throw GatewayError(.roomEnded, "the room has ended") }
    let isNew = committed.events.contains {
      if case .permissionRequested(let made) = $0.detail { made.id == request.id } else { false }
    }
    return (try await views([request], state)[0], isNew)
  }

  // MARK: Deciding

  /// Of several who decide at once each waits for the one before, and finds the request decided.
  func grant(_ id: String, _ requestID: String, _ caller: Caller) async throws(GatewayError) -> (
    outcome: Outcome, view: PermissionRequestView
  ) {
    try await services.turns.turn(requestID) { () throws(GatewayError) in
      let state = try await services.controllable(id, caller)
      let rights = try PublishingRights(state.room, services)
      let request = try await pending(requestID, state)
      let result = try await rights.change(
        request.requester, granting: Set(request.permissions), state, caller)
      do throws(GatewayError) {
        return try await settle(request, .granted, result, holds: rights.isPoliced, state, caller)
      } catch {
        await takeBack(request, rights, error, state, caller)
        throw error
      }
    }
  }

  func reject(_ id: String, _ requestID: String, _ caller: Caller) async throws(GatewayError) -> (
    outcome: Outcome, view: PermissionRequestView
  ) {
    try await services.turns.turn(requestID) { () throws(GatewayError) in
      let state = try await services.controllable(id, caller)
      let offering = try services.offered(.permissionRequests, state.room)
      let request = try await pending(requestID, state)
      try RoleRules.requireAuthority(caller, over: request.requester, in: state)
      let result = try await reject(request, offering.handle(.permissionRequests), state, caller)
      // A list that is the gateway's has what the gateway decided.
      let isOurs = offering.cells[.permissionRequests]?.quality == .emulated
      return try await settle(request, .rejected, result, holds: isOurs, state, caller)
    }
  }

  private func reject(
    _ request: PermissionRequest, _ raising: (any HandRaising)?, _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) -> ControlOutcome {
    guard let raising else { return .applied([]) }
    let person = try await services.person(request.requester, state.room)
    return try await services.ask(state.room, caller) { (room, context) throws(ProviderFailure) in
      try await raising.reject(request.id, of: person, in: room, context)
    }
  }

  /// Somebody who left, was banned or lowered the hand while the vendor was asked has what nobody gave: it is taken from
  /// them again, as far as they may not have it anyway.
  private func takeBack(
    _ request: PermissionRequest, _ rights: PublishingRights, _ error: GatewayError, _ before: RoomState,
    _ caller: Caller
  ) async {
    guard error.code == .requestClosed, let state = try? await services.anyRoom(before.room.id),
      state.room.phase != .ended
    else { return }
    let extra = Set(request.permissions).subtracting(before.permissions(of: request.requester))
    guard !extra.isEmpty else { return }
    do { _ = try await rights.change(request.requester, revoking: extra, state, caller) } catch {
      services.logger.error(
        "a permission that was not given could not be taken back", ["room": .string(before.room.id)])
    }
  }

  /// `holds`: what the gateway decided is so, whether the vendor has executed anything or not.
  private func settle(
    _ request: PermissionRequest, _ wanted: PermissionRequest.State, _ result: ControlOutcome, holds: Bool,
    _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) -> (outcome: Outcome, view: PermissionRequestView) {
    let by = RoleRules.by(caller, in: state)
    if wanted == .granted, let awaited = result.awaited {
      return try await begin(granting: request, awaited, by: by, state)
    }
    let isDecided = result.isApplied || holds
    let own: [RoomInput] = isDecided ? [.intent(.requestClosed(id: request.id, wanted, by: by))] : []
    let submission = RoomSubmission(own + result.facts.map(RoomInput.fact))
    let after = try await services.commit(submission, to: state.room.id).state
    let decided = after.request(request.id) ?? request
    guard decided.state == wanted || !isDecided else { throw Self.closed(decided) }
    let affected = after.connections(of: request.requester).map(\.id)
    let outcome = services.outcome(of: result, changed: true, affected: affected, state.room)
    return (outcome, try await views([decided], after)[0])
  }

  /// The request stays open until it shows that they may: then it is granted along with that.
  private func begin(granting request: PermissionRequest, _ awaited: Awaited, by: String, _ state: RoomState)
    async throws(GatewayError) -> (outcome: Outcome, view: PermissionRequestView)
  {
    let purpose = OperationPurpose.changePermissions(
      person: request.requester, granted: Set(request.permissions), revoked: [])
    let begun = try await Operations(services: services).begin(purpose, awaited, by: by, in: state.room.id)
    let after = begun.committed.state
    let affected = after.connections(of: request.requester).map(\.id)
    let outcome = services.outcome(of: begun, awaited, affected: affected, state.room)
    return (outcome, try await views([after.request(request.id) ?? request], after)[0])
  }

  // MARK: Lowering

  func cancel(_ id: String, _ requestID: String, _ caller: Caller) async throws(GatewayError) {
    try await services.turns.turn(requestID) { () throws(GatewayError) in try await lower(id, requestID, caller) }
  }

  private func lower(_ id: String, _ requestID: String, _ caller: Caller) async throws(GatewayError) {
    let state = try await services.room(id, caller)
    _ = try services.offered(.permissionRequests, state.room)
    let request = try await find(requestID, state)
    try RoleRules.requireOwn(request.requester, caller, in: state, now: services.now)
    guard request.isOpen || request.state == .cancelled else { throw Self.closed(request) }
    let by = RoleRules.by(caller, in: state)
    let intent = Intent.requestClosed(id: requestID, .cancelled, by: by)
    let after = try await services.commit(RoomSubmission([.intent(intent)]), to: id).state
    let closed = after.request(requestID) ?? request
    guard closed.state == .cancelled else { throw Self.closed(closed) }
  }

  // MARK: Finding

  private func pending(_ id: String, _ state: RoomState) async throws(GatewayError) -> PermissionRequest {
    let request = try await find(id, state)
    guard request.isOpen else { throw Self.closed(request) }
    return request
  }

  private func find(_ id: String, _ state: RoomState) async throws(GatewayError) -> PermissionRequest {
    guard case .request(let request) = try await ResourceReader(services: services).resource(id, in: state) else {
      throw GatewayError(.notFound, "there is no such permission request in this room")
    }
    return request
  }

  private static func closed(_ request: PermissionRequest) -> GatewayError {
    GatewayError(.requestClosed, "the request is \(request.state.rawValue) already")
  }

  private func views(_ requests: [PermissionRequest], _ state: RoomState) async throws(GatewayError)
    -> [PermissionRequestView]
  {
    let people = try await services.stored { () throws(StoreFailure) in
      try await services.people.people(Set(requests.map(\.requester)), state.room.tenant)
    }
    return requests.map {
      PermissionRequestView(request: $0, person: people[$0.requester] ?? Person(externalID: $0.requester))
    }
  }
}
