import MeetingCore
import RoomReducer

extension MemberControls {
  /// Gives one person another role, connected or not.
  func setRole(_ id: String, _ scope: ControlScope, to role: ParticipantRole, _ caller: Caller)
    async throws(GatewayError) -> Outcome
  {
    let state = try await services.controllable(id, caller)
    let offering = try services.offered(.role, state.room)
    let aim = try await PeopleControls(services: services).aim(scope, state, reach: .person)
    guard let person = aim.person else { throw GatewayError(.notFound, "nobody is known behind this") }
    try await requireHere(scope, state)
    try RoleRules.requireAssignable(role, to: person, caller, in: state, at: "/role")
    try requireTellable(role, to: person, state, at: "/role")
    let known = try await people([person], state)[person] ?? Person(externalID: person)
    let result = try await asking([person: role], state, caller) { () throws(GatewayError) in
      try await wish(role, of: known, offering, state, caller)
    }
    let affected = aim.affected.filter(\.isConnected).map(\.id)
    let by = RoleRules.by(caller, in: state)
    let given = RoomInput.intent(.membersSet([person: role], by: by))
    let isPoliced = offering.cells[.role]?.enforcement == .policed
    if let awaited = result.awaited {
      let purpose = OperationPurpose.setRole(person: person, role: role)
      // What is taken away does not wait for anybody to follow, where it is the gateway that sees to it.
      let holds = isPoliced && takesAway(role, from: person, state)
      let begun = try await Operations(services: services).begin(
        purpose, awaited, by: by, in: id, along: [holds ? given : .intent(.membersRefused([person]))])
      return services.outcome(of: begun, awaited, affected: affected, state.room)
    }
    let holds = result.isApplied || isPoliced
    let committed = try await services.commit(
      RoomSubmission([holds ? given : .intent(.membersRefused([person]))]), to: id)
    guard result.isApplied else { return outcome(.requested, nil, affected, state.room) }
    return outcome(.applied, committed.changed, affected, state.room)
  }

  private func takesAway(_ role: ParticipantRole, from person: String, _ state: RoomState) -> Bool {
    !state.permissions(of: person).isSubset(of: role.permissions(in: state.room.kind))
  }

  /// Asks the vendor for a role, where it has a say. One that passes on wishes is asked for whoever is there; for the others
  /// it is written down, and their next token brings it.
  func wish(
    _ role: ParticipantRole, of person: Person, _ offering: Offering, _ state: RoomState, _ caller: Caller
  ) async throws(GatewayError) -> ControlOutcome {
    guard let changing = offering.handle(.role), isAsked(person.externalID, offering, state) else {
      return .applied([])
    }
    return try await services.ask(state.room, caller) { (room, context) throws(ProviderFailure) in
      try await changing.setRole(of: person, to: role, in: room, context)
    }
  }

  func isAsked(_ person: String, _ offering: Offering, _ state: RoomState) -> Bool {
    offering.cells[.role]?.quality == .native || state.isConnected(person)
  }

  /// Refuses a role that somebody connected would have to be told of, where there is no way to do that. What they may publish
  /// is all that a vendor makes of a role; the rest is the gateway's.
  func requireTellable(_ role: ParticipantRole, to person: String, _ state: RoomState, at pointer: String)
    throws(GatewayError)
  {
    guard try services.offering(of: state.room).handle(.role) == nil, state.isConnected(person),
      state.permissions(of: person) != role.permissions(in: state.room.kind)
    else { return }
    throw services.unsupportedInside(.role, state.room).with {
      $0.issues = [FieldIssue(pointer: pointer, code: "unsupported", message: "needs a person who is not connected")]
    }
  }

  /// A person has a role whether they are there or not; a connection that has ended has none.
  private func requireHere(_ scope: ControlScope, _ state: RoomState) async throws(GatewayError) {
    guard case .participant(let id) = scope else { return }
    let participant = try await RoomReader(services: services).anyParticipant(id, state)
    guard participant.isConnected else { throw GatewayError(.participantLeft, "the participant has left") }
  }

  /// Somebody inside who is no member any more has the role that anybody has there, and may have to be told.
  func tellOfRemoval(_ person: String, _ state: RoomState, _ caller: Caller) async throws(GatewayError) {
    let role = RoomState.defaultRole(in: state.room.kind)
    let offering = try services.offering(of: state.room)
    guard offering.handle(.role) != nil, state.isConnected(person),
      state.permissions(of: person) != role.permissions(in: state.room.kind)
    else { return }
    let known = try await people([person], state)[person] ?? Person(externalID: person)
    _ = try await wish(role, of: known, offering, state, caller)
  }
}
