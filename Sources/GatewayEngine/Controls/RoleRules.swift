package import MeetingCore
package import RoomReducer

/// Who may do what in a room. A key without `On-Behalf-Of` stands for the room's host.
package enum RoleRules {
  /// The person and role in whose name a caller acts; nil = the key's owner. The role is the one that they have now.
  package static func actor(_ caller: Caller, in state: RoomState) -> (person: String, role: ParticipantRole)? {
    switch caller.principal {
    case .client(let client): (client.person, state.role(of: client.person))
    case .key: caller.onBehalfOf.map { ($0, state.role(of: $0)) }
    }
  }

  /// Whether a caller may give this role to this person: the host stays the host, and co-hosts make no hosts. `pointer` is
  /// where the role stands in the request.
  package static func requireAssignable(
    _ role: ParticipantRole, to person: String, _ caller: Caller, in state: RoomState, at pointer: String
  ) throws(GatewayError) {
    try requireAuthority(caller, over: person, in: state)
    if person == state.room.host, role != .host { throw hostStays(pointer) }
    if role == .host, state.role(of: person) != .host, actor(caller, in: state)?.role == .coHost {
      throw GatewayError(.forbidden, "a co-host may make nobody a host")
    }
  }

  /// The refusal of whatever would leave a room's host without the role.
  package static func hostStays(_ pointer: String) -> GatewayError {
    GatewayError(.invalidRequest, "the room's host stays its host").with {
      $0.issues = [FieldIssue(pointer: pointer, code: "not_allowed", message: "is the room's host")]
    }
  }

  /// Runs the room's controls: host and co-host, whom no ban keeps out.
  package static func requireControl(_ caller: Caller, in state: RoomState, now: Timestamp) throws(GatewayError) {
    guard let actor = actor(caller, in: state) else { return }
    try requireAdmitted(actor.person, in: state, now: now)
    guard actor.role.runsTheRoom else {
      throw GatewayError(.forbidden, "the role \(actor.role.rawValue) may not do this")
    }
  }

  /// A co-host may not act against a host.
  package static func requireAuthority(_ caller: Caller, over target: String?, in state: RoomState)
    throws(GatewayError)
  {
    guard let actor = actor(caller, in: state), actor.role == .coHost, let target, target != actor.person,
      state.role(of: target) == .host
    else { return }
    throw GatewayError(.forbidden, "a co-host may not do this to a host")
  }

  package static func requireAdmitted(_ person: String, in state: RoomState, now: Timestamp) throws(GatewayError) {
    if let ban = state.bans[person], AdmissionRules.isInForce(ban, in: state, now: now) {
      throw GatewayError(.banned, "this person is banned from the room")
    }
  }

  /// Whoever runs the room acts for everybody, the others for themselves.
  package static func requireOwn(_ person: String, _ caller: Caller, in state: RoomState, now: Timestamp)
    throws(GatewayError)
  {
    guard let actor = actor(caller, in: state) else { return }
    try requireAdmitted(actor.person, in: state, now: now)
    guard actor.role.runsTheRoom || actor.person == person else {
      throw GatewayError(.forbidden, "the role \(actor.role.rawValue) does this for itself only")
    }
  }

  /// Who is written down as having done it: the actor, or the host in whose place the key acts.
  package static func by(_ caller: Caller, in state: RoomState) -> String { caller.actor ?? state.room.host }
}
