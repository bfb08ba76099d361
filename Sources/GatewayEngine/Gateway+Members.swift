package import MeetingCore

extension Gateway {
  package func members(_ room: String, limit: Int, cursor: String?, caller: Caller) async throws(GatewayError)
    -> Page<MemberView>
  {
    try await MemberControls(services: services).list(room, limit: limit, cursor: cursor, caller)
  }

  package func setMembers(_ room: String, _ members: [MemberInput], caller: Caller) async throws(GatewayError)
    -> [MemberView]
  {
    try await services.gate.control(room) { () throws(GatewayError) in
      try await MemberControls(services: services).set(room, members, caller)
    }
  }

  package func removeMember(_ room: String, _ person: String, caller: Caller) async throws(GatewayError) {
    try await services.gate.control(room) { () throws(GatewayError) in
      try await MemberControls(services: services).remove(room, person, caller)
    }
  }

  package func setRole(_ room: String, _ scope: ControlScope, to role: ParticipantRole, caller: Caller)
    async throws(GatewayError) -> Outcome
  {
    try await services.gate.control(room) { () throws(GatewayError) in
      try await MemberControls(services: services).setRole(room, scope, to: role, caller)
    }
  }

  package func unmute(_ room: String, _ scope: ControlScope, tracks: Set<TrackKind>, caller: Caller)
    async throws(GatewayError) -> Outcome
  {
    try await services.gate.control(room) { () throws(GatewayError) in
      try await PeopleControls(services: services).unmute(room, scope, tracks: tracks, caller)
    }
  }

  /// Newest first.
  package func sessions(_ room: String, limit: Int, cursor: String?, caller: Caller) async throws(GatewayError)
    -> Page<Session>
  {
    try await SessionReader(services: services).sessions(room, limit: limit, cursor: cursor, caller)
  }

  package func session(_ room: String, _ id: String, limit: Int, cursor: String?, caller: Caller)
    async throws(GatewayError) -> SessionHistoryView
  {
    try await SessionReader(services: services).session(room, id, limit: limit, cursor: cursor, caller)
  }
}
