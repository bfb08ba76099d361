import MeetingCore

extension ScriptedProvider: Messaging, Reacting, Unmuting, RoleChanging {
  func send(
    _ message: RoomMessage, id: String, from sender: Person, to room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) {
    try note("message", context)
  }

  func react(
    _ reaction: RoomReaction, id: String, from sender: Person, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) {
    try note("reaction", context)
  }

  func unmute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try note("unmute", context)
    return .requested([])
  }

  func setRole(of person: Person, to role: ParticipantRole, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try note("role", context)
    return .applied([])
  }
}
