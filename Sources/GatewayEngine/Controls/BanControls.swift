import MeetingCore
import RoomReducer
import Store

/// Keeps people out and lets them in again. The vendor's own ban is used on top of the gateway's.
struct BanControls: Sendable {
  let services: Services

  func list(_ id: String, limit: Int, cursor: String?, _ caller: Caller) async throws(GatewayError) -> Page<BanView> {
    let state = try await services.room(id, caller)
    try RoleRules.requireControl(caller, in: state, now: services.now)
    let after = try cursor.map { (text) throws(GatewayError) in try Cursors.person(text) }
    let bans = state.bans.values
      .filter { AdmissionRules.isInForce($0, in: state, now: services.now) && $0.person > after ?? "" }
      .sorted { $0.person < $1.person }
    let shown = Array(bans.prefix(limit))
    let next = bans.count > limit ? shown.last.map { Cursors.text(person: $0.person) } : nil
    return Page(items: try await views(shown, state), next: next)
  }

  func ban(_ id: String, _ person: PersonInput, until: Timestamp?, _ caller: Caller) async throws(GatewayError)
    -> BanView
  {
    if let until, until <= services.now { throw Self.isOver() }
    let state = try await services.controllable(id, caller)
    try RoleRules.requireAuthority(caller, over: person.externalID, in: state)
    guard try services.offering(of: state.room).cells[.ban] != nil else {
      throw services.unsupported(.ban, state.room)
    }
    let awaited = try await keepOut(person.externalID, forever: until == nil, state, caller)
    let by = RoleRules.by(caller, in: state)
    let ban = Ban(person: person.externalID, until: until, by: by)
    let named = try await services.stored { () throws(StoreFailure) in
      try await services.people.merged([person], caller.tenant)
    }
    let committed = try await commit(ban, awaited, named, state, by: by)
    let stored = committed.state.bans[person.externalID] ?? ban
    return try await views([stored], committed.state)[0]
  }

  private static func isOver() -> GatewayError {
    GatewayError(.invalidRequest, "the ban would be over before it began").with {
      $0.issues = [FieldIssue(pointer: "/until", code: "out_of_range", message: "must lie ahead")]
    }
  }

  func unban(_ id: String, _ person: String, _ caller: Caller) async throws(GatewayError) {
    let state = try await services.controllable(id, caller)
    guard state.bans[person] != nil else { throw GatewayError(.notFound, "this person is not banned") }
    try await vendor(state, caller) { (banning, room, context) throws(ProviderFailure) in
      try await banning.unban(person, in: room, context)
    }
    let by = RoleRules.by(caller, in: state)
    _ = try await services.commit(RoomSubmission([.intent(.unbanned(person: person, by: by))]), to: id)
  }

  /// Who is on their way out is told as removed once they are gone.
  private func commit(
    _ ban: Ban, _ awaited: Awaited?, _ people: [PersonRecord], _ state: RoomState, by: String
  ) async throws(GatewayError) -> RoomCommitted {
    if let awaited {
      return try await Operations(services: services).begin(
        .remove(person: ban.person, rejoin: .forever), awaited, by: by, in: state.room.id,
        along: [.intent(.banned(ban))], people: people
      ).committed
    }
    var submission = RoomSubmission(inputs(ban, state, by: by))
    submission.people = people
    return try await services.commit(submission, to: state.room.id)
  }

  /// A vendor's ban knows no end, so one with an end is ours alone: out now, and out again on each join until then. What
  /// still has to show, where the vendor has only accepted it.
  private func keepOut(_ person: String, forever: Bool, _ state: RoomState, _ caller: Caller) async throws(GatewayError)
    -> Awaited?
  {
    if forever {
      try await vendor(state, caller) { (banning, room, context) throws(ProviderFailure) in
        try await banning.ban(person, in: room, context)
      }
    }
    let (people, connections) = (PeopleControls(services: services), state.connections(of: person))
    guard !connections.isEmpty, let removing = try? services.offering(of: state.room).require(.remove) else {
      return nil
    }
    let targets = people.targets(connections, reach: removing.reach)
    return try await people.throwOut(targets, .none, removing, state, caller)
  }

  private func inputs(_ ban: Ban, _ state: RoomState, by: String) -> [RoomInput] {
    let connections = state.connections(of: ban.person).map(\.connection)
    let removed = Intent.removed(connections: connections, person: ban.person, rejoin: .forever, by: by)
    return connections.isEmpty ? [.intent(.banned(ban))] : [.intent(.banned(ban)), .intent(removed)]
  }

  private func vendor(
    _ state: RoomState, _ caller: Caller,
    _ call: @Sendable (any Banning, ProviderRoom, CallContext) async throws(ProviderFailure) -> ControlOutcome
  ) async throws(GatewayError) {
    guard let banning = try? services.offering(of: state.room).require(.ban) else { return }
    let account = try services.account(of: state.room)
    let context = services.context(caller, actor: caller.actor)
    let room = services.providerRoom(state.room)
    do {
      _ = try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await call(banning, room, context)
      }
    } catch {
      guard case .participantNotFound = error.reason else { throw services.error(error, state.room) }
    }
  }

  private func views(_ bans: [Ban], _ state: RoomState) async throws(GatewayError) -> [BanView] {
    let people = try await services.stored { () throws(StoreFailure) in
      try await services.people.people(Set(bans.map(\.person)), state.room.tenant)
    }
    return bans.map { BanView(ban: $0, person: people[$0.person] ?? Person(externalID: $0.person)) }
  }
}
