public import MeetingCore

extension VideoSDKProvider: RoleChanging, Permitting {
  /// Tokens tell no roles: whoever is not there has theirs from the next join on. Whoever is there is asked to take part in
  /// another way, since everybody changes that for themselves; whoever may not publish any more is switched off at once.
  public func setRole(of person: Person, to role: ParticipantRole, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let permissions = Permission.listed(role.permissions(in: room.kind))
    let outcome = try await ask(
      person, toPublish: !permissions.isEmpty, switchingOff: [.audio, .video], in: room, context)
    return outcome ?? .applied([fact(.memberChanged(person: person.externalID, role: role))])
  }

  public func grantable(in kind: RoomKind) -> Set<Permission> { Permission.known(in: kind) }

  /// Who may publish nothing is asked to listen; of who may publish some things, the others are switched off.
  public func change(
    _ person: Person, granting: Set<Permission>, revoking: Set<Permission>, in room: ProviderRoom,
    _ context: CallContext
  ) async throws(ProviderFailure) -> ControlOutcome {
    if revoking.isSuperset(of: Permission.known(in: room.kind)) || !granting.isEmpty {
      let outcome = try await ask(
        person, toPublish: !granting.isEmpty, switchingOff: Self.media(revoking), in: room, context)
      return outcome ?? .applied([])
    }
    guard let (seat, id) = try await whereabouts(of: person, in: room, "disablePeerMic", context) else {
      return .applied([])
    }
    let media = Self.media(revoking)
    guard !media.isEmpty else { return .applied([]) }
    guard try await silence(id, media, over: seat, context) else { return .applied([]) }
    return .pending(
      confirmedBy: [.tracksOff(connection: id, Set(media.compactMap(\.track)))], within: Self.muteTime)
  }

  /// nil when they are not there.
  private func ask(
    _ person: Person, toPublish publishes: Bool, switchingOff media: [PeerMedia], in room: ProviderRoom,
    _ context: CallContext
  ) async throws(ProviderFailure) -> ControlOutcome? {
    guard let (seat, id) = try await whereabouts(of: person, in: room, "pubsubPublish", context) else { return nil }
    if !publishes, try await !silence(id, media, over: seat, context) { return nil }
    let mode: PeerMode = publishes ? .sendAndReceive : .receiveOnly
    if seat.mode(of: id)?.publishes == publishes { return .applied([]) }
    try await ask(seat, SeatMessage.changeMode(of: id, to: mode), context)
    return .asked(confirmedBy: [.mode(connection: id, publishes: publishes)], within: Self.wishTime)
  }

  /// False when they are not there any more.
  private func silence(_ id: String, _ media: [PeerMedia], over seat: Seat, _ context: CallContext)
    async throws(ProviderFailure) -> Bool
  {
    try await isThere { () throws(ProviderFailure) in
      for one in media { try await ask(seat, .disable(one, of: id), context) }
    }
  }

  private func whereabouts(of person: Person, in room: ProviderRoom, _ operation: String, _ context: CallContext)
    async throws(ProviderFailure) -> (seat: Seat, id: String)?
  {
    guard let id = ParticipantID.encode(person.externalID) else {
      throw ProviderFailure(.invalid, executed: .no, operation: operation)
    }
    return try await seat(beside: id, in: room, for: operation, context).map { ($0, id) }
  }

  private static func media(_ permissions: Set<Permission>) -> [PeerMedia] {
    [(Permission.sendAudio, PeerMedia.audio), (.sendVideo, .video)].filter { permissions.contains($0.0) }.map(\.1)
  }
}
