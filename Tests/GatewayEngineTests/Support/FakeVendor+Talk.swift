import MeetingCore

/// What is said goes into the list of calls; `room` in payloads and custom objects is short, so that limits show.
extension FakeVendor: Messaging, Reacting, Unmuting, RoleChanging, MemberEditing, Permitting {
  func isReserved(_ topic: String) -> Bool { topic == "orders" }

  static let room = 40

  func payloadLimit(of message: RoomMessage, id: String) -> Int? { Self.room }
  func customLimit(of reaction: RoomReaction, id: String) -> Int? { Self.room }

  func send(
    _ message: RoomMessage, id: String, from sender: Person, to room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) {
    try talk("message \(sender.externalID) \(sender.name ?? "-") \(message.topic ?? "-") \(message.payload.text)")
  }

  func react(
    _ reaction: RoomReaction, id: String, from sender: Person, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) {
    try talk("reaction \(sender.externalID) \(reaction.type)")
  }

  func unmute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try talk("unmute \(targets.compactMap(\.person).joined(separator: ","))")
    return .requested([])
  }

  func setRole(of person: Person, to role: ParticipantRole, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try talk("role \(person.externalID) \(role.rawValue)")
    return answers?.role ?? .applied([])
  }

  func grantable(in kind: RoomKind) -> Set<Permission> { [.sendAudio] }

  func change(
    _ person: Person, granting: Set<Permission>, revoking: Set<Permission>, in room: ProviderRoom,
    _ context: CallContext
  ) async throws(ProviderFailure) -> ControlOutcome {
    try talk("permissions \(person.externalID)")
    return answers?.permissions ?? .applied([])
  }

  func setMembers(_ members: [RoomSpec.SpecMember], in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try talk("members \(members.map { "\($0.person.externalID)=\($0.role.rawValue)" }.joined(separator: ","))")
    await waitToTalk()
    return .applied([])
  }

  func removeMembers(_ people: [String], from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try talk("unmember \(people.joined(separator: ","))")
    return .applied([])
  }
}
