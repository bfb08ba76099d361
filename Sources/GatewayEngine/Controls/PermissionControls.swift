import MeetingCore
import RoomReducer

/// What people may publish: read, given and taken.
struct PermissionControls: Sendable {
  let services: Services

  func read(_ id: String, _ person: String, _ caller: Caller) async throws(GatewayError) -> PermissionsView {
    let state = try await services.room(id, caller)
    try RoleRules.requireOwn(person, caller, in: state, now: services.now)
    return view(person, state, try PublishingRights(state.room, services))
  }

  func change(_ id: String, _ person: String, _ changes: [Permission: Bool], _ caller: Caller)
    async throws(GatewayError) -> (outcome: Outcome, view: PermissionsView)
  {
    let state = try await services.controllable(id, caller)
    let rights = try PublishingRights(state.room, services)
    let granted = Set(changes.filter(\.value).keys)
    try services.requireKnown(granted, among: rights.grantable, state.room)
    if !granted.isEmpty { try RoleRules.requireAdmitted(person, in: state, now: services.now) }
    let revoked = Set(changes.filter { !$0.value }.keys)
      .intersection(rights.grantable.union(state.permissions(of: person)))
    if !revoked.isEmpty { try RoleRules.requireAuthority(caller, over: person, in: state) }
    guard !granted.isEmpty || !revoked.isEmpty else {
      let outcome = services.outcome(of: .applied([]), changed: false, affected: [], state.room)
      return (outcome, view(person, state, rights))
    }
    let result = try await rights.change(person, granting: granted, revoking: revoked, state, caller)
    return try await settle(person, granted, revoked, result, state, rights, caller)
  }

  private func settle(
    _ person: String, _ granted: Set<Permission>, _ revoked: Set<Permission>, _ result: ControlOutcome,
    _ state: RoomState, _ rights: PublishingRights, _ caller: Caller
  ) async throws(GatewayError) -> (outcome: Outcome, view: PermissionsView) {
    let by = RoleRules.by(caller, in: state)
    if let awaited = result.awaited {
      let purpose = OperationPurpose.changePermissions(person: person, granted: granted, revoked: revoked)
      // What is taken away does not wait for anybody to follow, where it is the gateway that sees to it.
      let taken = Intent.permissionsSet(person: person, granted: [], revoked: revoked, by: by)
      let begun = try await Operations(services: services).begin(
        purpose, awaited, by: by, in: state.room.id,
        along: rights.isPoliced && !revoked.isEmpty ? [.intent(taken)] : [])
      let after = begun.committed.state
      let affected = after.connections(of: person).map(\.id)
      let outcome = services.outcome(of: begun, awaited, affected: affected, state.room)
      return (outcome, view(person, after, rights))
    }
    let intent = Intent.permissionsSet(person: person, granted: granted, revoked: revoked, by: by)
    let own: [RoomInput] = result.isApplied || rights.isPoliced ? [.intent(intent)] : []
    let submission = RoomSubmission(own + result.facts.map(RoomInput.fact))
    let committed = try await services.commit(submission, to: state.room.id)
    // Tracks end with the permission, and only a read tells which.
    if !revoked.isEmpty { services.hints.add(state.room.id, of: state.room.provider) }
    let affected = committed.state.connections(of: person).map(\.id)
    let outcome = services.outcome(of: result, changed: committed.changed, affected: affected, state.room)
    return (outcome, view(person, committed.state, rights))
  }

  private func view(_ person: String, _ state: RoomState, _ rights: PublishingRights) -> PermissionsView {
    PermissionsView(effective: state.permissions(of: person), grantable: rights.grantable)
  }
}
