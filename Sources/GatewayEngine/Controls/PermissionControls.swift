import MeetingCore
import RoomReducer

/// What people may publish: read, given and taken.
struct PermissionControls: Sendable {
  let services: Services

  func read(_ id: String, _ person: String, _ caller: Caller) async throws(GatewayError) -> PermissionsView {
    let state = try await services.room(id, caller)
    try RoleRules.requireOwn(person, caller, in: state, now: services.now)
    return view(person, state, try services.require(.permissions, state.room))
  }

  /// The vendor is always asked: it may know better than we do what is so.
  func change(_ id: String, _ person: String, _ changes: [Permission: Bool], _ caller: Caller)
    async throws(GatewayError) -> (outcome: Outcome, view: PermissionsView)
  {
    let state = try await services.controllable(id, caller)
    let permitting = try services.require(.permissions, state.room)
    try services.requireChangeable(.permissions, of: person, in: state)
    let granted = Set(changes.filter(\.value).keys)
    let grantable = permitting.grantable(in: state.room.kind)
    try services.requireKnown(granted, among: grantable, state.room)
    if !granted.isEmpty { try RoleRules.requireAdmitted(person, in: state, now: services.now) }
    let revoked = Set(changes.filter { !$0.value }.keys)
      .intersection(grantable.union(state.permissions(of: person)))
    if !revoked.isEmpty { try RoleRules.requireAuthority(caller, over: person, in: state) }
    guard !granted.isEmpty || !revoked.isEmpty else {
      let outcome = services.outcome(of: .applied([]), changed: false, affected: [], state.room)
      return (outcome, view(person, state, permitting))
    }
    let known = try await services.person(person, state.room)
    let result = try await services.ask(state.room, caller) { (room, context) throws(ProviderFailure) in
      try await permitting.change(known, granting: granted, revoking: revoked, in: room, context)
    }
    return try await settle(person, granted, revoked, result, state, permitting, caller)
  }

  private func settle(
    _ person: String, _ granted: Set<Permission>, _ revoked: Set<Permission>, _ result: ControlOutcome,
    _ state: RoomState, _ permitting: any Permitting, _ caller: Caller
  ) async throws(GatewayError) -> (outcome: Outcome, view: PermissionsView) {
    let by = RoleRules.by(caller, in: state)
    if let awaited = result.awaited {
      let purpose = OperationPurpose.changePermissions(person: person, granted: granted, revoked: revoked)
      let begun = try await Operations(services: services).begin(purpose, awaited, by: by, in: state.room.id)
      let after = begun.committed.state
      let affected = after.connections(of: person).map(\.id)
      let outcome = services.outcome(of: begun, awaited, affected: affected, state.room)
      return (outcome, view(person, after, permitting))
    }
    let intent = Intent.permissionsSet(person: person, granted: granted, revoked: revoked, by: by)
    let own: [RoomInput] = result.isApplied ? [.intent(intent)] : []
    let submission = RoomSubmission(own + result.facts.map(RoomInput.fact))
    let committed = try await services.commit(submission, to: state.room.id)
    // Tracks end with the permission, and only a read tells which.
    if !revoked.isEmpty { services.hints.add(state.room.id, of: state.room.provider) }
    let affected = committed.state.connections(of: person).map(\.id)
    let outcome = services.outcome(of: result, changed: committed.changed, affected: affected, state.room)
    return (outcome, view(person, committed.state, permitting))
  }

  private func view(_ person: String, _ state: RoomState, _ permitting: any Permitting) -> PermissionsView {
    PermissionsView(
      effective: state.permissions(of: person), grantable: permitting.grantable(in: state.room.kind))
  }
}
