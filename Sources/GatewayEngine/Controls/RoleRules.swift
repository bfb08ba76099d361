package import MeetingCore
package import RoomReducer

/// Who may do what in a room. A key without `On-Behalf-Of` stands for the room's host.
package enum RoleRules {
  /// The person and role in whose name a caller acts; nil = the key's owner.
  package static func actor(_ caller: Caller, in state: RoomState) -> (person: String, role: ParticipantRole)? {
    switch caller.principal {
    case .client(let client): (client.person, client.role)
    case .key: caller.onBehalfOf.map { ($0, state.role(of: $0)) }
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
