/// Changes who belongs to a room.
public protocol MemberEditing: Sendable {
  func setMembers(_ members: [RoomSpec.SpecMember], in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  func removeMembers(_ people: [String], from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
}
