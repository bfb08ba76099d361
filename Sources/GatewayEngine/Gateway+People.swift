package import MeetingCore

extension Gateway {
  package func clientToken(_ room: String, _ request: TokenRequest, caller: Caller) async throws(GatewayError)
    -> ClientGrant
  {
    try await admissions.clientToken(room, request, caller)
  }

  package func joinToken(_ room: String, _ request: TokenRequest, caller: Caller) async throws(GatewayError)
    -> JoinGrant
  {
    try await admissions.joinToken(room, request, caller)
  }

  package func participants(
    _ room: String, _ filter: ParticipantFilter, limit: Int, cursor: String?, caller: Caller
  ) async throws(GatewayError) -> Page<ParticipantView> {
    try await RoomReader(services: services).participants(room, filter, limit: limit, cursor: cursor, caller)
  }

  package func participant(_ room: String, _ id: String, caller: Caller) async throws(GatewayError) -> ParticipantView {
    try await RoomReader(services: services).participant(room, id, caller)
  }

  package func mute(_ room: String, _ scope: ControlScope, tracks: Set<TrackKind>, caller: Caller)
    async throws(GatewayError) -> Outcome
  {
    try await services.control(room) { () throws(GatewayError) in
      try await PeopleControls(services: services).mute(room, scope, tracks: tracks, caller)
    }
  }

  package func muteAll(_ room: String, tracks: Set<TrackKind>, except: [String], caller: Caller)
    async throws(GatewayError) -> BatchOutcome
  {
    try await services.control(room) { () throws(GatewayError) in
      try await PeopleControls(services: services).muteAll(room, tracks: tracks, except: except, caller)
    }
  }

  package func remove(_ room: String, _ scope: ControlScope, rejoin: RejoinPolicy, caller: Caller)
    async throws(GatewayError) -> (outcome: Outcome, enforced: Outcome.RejoinEnforcement)
  {
    try await services.control(room) { () throws(GatewayError) in
      try await PeopleControls(services: services).remove(room, scope, rejoin: rejoin, caller)
    }
  }

  package func bans(_ room: String, limit: Int, cursor: String?, caller: Caller) async throws(GatewayError)
    -> Page<BanView>
  {
    try await BanControls(services: services).list(room, limit: limit, cursor: cursor, caller)
  }

  package func ban(_ room: String, _ person: PersonInput, until: Timestamp?, caller: Caller) async throws(GatewayError)
    -> BanView
  {
    try await services.control(room) { () throws(GatewayError) in
      try await BanControls(services: services).ban(room, person, until: until, caller)
    }
  }

  package func unban(_ room: String, _ person: String, caller: Caller) async throws(GatewayError) {
    try await services.control(room) { () throws(GatewayError) in
      try await BanControls(services: services).unban(room, person, caller)
    }
  }
}
