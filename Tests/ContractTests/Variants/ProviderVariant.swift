import MeetingCore

/// An adapter with one thing broken: everything else goes to the real one.
struct ProviderVariant: MeetingProvider {
  let base: any MeetingProvider
  /// The kinds of room that are left.
  var kinds = Set(RoomKind.allCases)
  /// Whether rooms end, or are only said to.
  var endsRooms = true
  /// Breaks what is offered.
  var breaking: @Sendable (Offering) -> Offering = { $0 }
  /// Breaks a create's answer.
  var creation: @Sendable (RoomCreation) -> RoomCreation = { $0 }

  func offering(for kind: RoomKind) -> Offering? {
    kinds.contains(kind) ? base.offering(for: kind).map(breaking) : nil
  }

  func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation {
    creation(try await base.createRoom(spec, context))
  }

  func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure) -> ProviderRoom? {
    try await base.findRoom(key: key, kind: kind, context)
  }

  func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    endsRooms ? try await base.endRoom(room, context) : .applied([])
  }
}

/// Throws out, and forgets to keep out.
struct ForgetfulRemoving: Removing {
  let base: any Removing
  var reach: ControlReach { base.reach }
  var enforcesRejoin: Bool { base.enforcesRejoin }

  func remove(_ target: Target, rejoin: RejoinPolicy, from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    try await base.remove(target, rejoin: .none, from: room, context)
  }
}

/// Makes tokens that live for a year, whatever was asked.
struct LastingJoining: Joining {
  let base: any Joining

  func credentials(for admission: Admission, to room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> JoinCredentials
  {
    let lasting = Admission(
      person: admission.person, role: admission.role, issuedAt: admission.issuedAt,
      expiresAt: admission.issuedAt.advanced(bySeconds: 365 * 86_400))
    return try await base.credentials(for: lasting, to: room, context)
  }
}

/// Sends messages under ids of its own.
struct RenamingMessaging: Messaging {
  let base: any Messaging

  func payloadLimit(of message: RoomMessage, id: String) -> Int? { base.payloadLimit(of: message, id: id) }

  func send(
    _ message: RoomMessage, id: String, from sender: Person, to room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) {
    let other = "msg_" + String(repeating: "0", count: id.utf8.count - 4)
    try await base.send(message, id: other, from: sender, to: room, context)
  }
}
