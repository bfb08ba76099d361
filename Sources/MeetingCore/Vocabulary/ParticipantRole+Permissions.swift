extension ParticipantRole {
  /// What somebody in this role may publish, before anything was given to them or taken from them.
  public func permissions(in kind: RoomKind) -> Set<Permission> {
    guard self != .listener else { return [] }
    return Permission.known(in: kind)
  }
}

extension Permission {
  /// What can be published in rooms of a kind at all.
  public static func known(in kind: RoomKind) -> Set<Permission> {
    switch kind {
    case .audioRoom, .voiceCall: [.sendAudio]
    case .meeting: Set(allCases)
    }
  }

  /// In the order of the vocabulary.
  public static func listed(_ permissions: Set<Permission>) -> [Permission] { allCases.filter(permissions.contains) }
}
