import JSONCoding
public import MeetingCore

extension StreamProvider: RoleChanging, Unmuting {
  /// The membership first, which counts from the next join on; then what may be sent, the only part of a role that reaches
  /// somebody who is connected.
  public func setRole(of person: Person, to role: ParticipantRole, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let address = try address(room, "UpdateCallMembers")
    let user = try user(person.externalID, "UpdateCallMembers")
    let member = account.roleMap(room.kind).request(user, role)
    try await known(person, context) { () throws(ProviderFailure) in
      try await api.setMembers([member], of: address, context)
    }
    let media = JoinPlan.media(room.kind)
    let (grants, revokes) = role == .listener ? ([], media) : (media, [])
    try await api.send(.permissions(address, user, grant: grants, revoke: revokes), context)
    return .applied([fact(.memberChanged(person: person.externalID, role: role))])
  }

  /// Nobody can be unmuted: they are let speak, and asked to by an event that everybody in the call gets.
  public func unmute(_ targets: [Target], tracks: Set<TrackKind>, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let address = try address(room, "SendCallEvent")
    let people = Array(Set(targets.compactMap(\.person))).sorted()
    guard !people.isEmpty else {
      throw ProviderFailure(.participantNotFound, executed: .no, operation: "SendCallEvent")
    }
    let grants = JoinPlan.media(room.kind).filter(Set(tracks.map(Self.permission)).contains)
    for person in people where !grants.isEmpty {
      let user = try user(person, "UpdateUserPermissions")
      try await api.send(.permissions(address, user, grant: grants, revoke: []), context)
    }
    let actor = try actor(context, "SendCallEvent")
    try await acting(context) { () throws(ProviderFailure) in
      try await api.send(.event(address, by: actor, Signal.unmute(people, tracks: tracks)), context)
    }
    return .requested([])
  }

  private static func permission(_ track: TrackKind) -> String {
    switch track {
    case .audio: "send-audio"
    case .video: "send-video"
    case .screen: "screenshare"
    }
  }
}
