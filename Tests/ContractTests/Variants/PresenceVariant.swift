import MeetingCore

/// Reads rooms, and sees them otherwise than they are.
struct PresenceVariant: PresenceReading {
  let base: any PresenceReading
  let seeing: @Sendable (RoomSnapshot) -> RoomSnapshot

  var naming: Fact.Joined.Naming { base.naming }
  func cost(of kind: RoomKind) -> PresenceCost { base.cost(of: kind) }

  func snapshots(of queries: [PresenceQuery], _ context: CallContext) async throws(ProviderFailure) -> [String:
    RoomSnapshot]
  {
    try await base.snapshots(of: queries, context).mapValues(seeing)
  }
}

extension RoomSnapshot {
  /// The same room with others in it.
  func with(_ participants: [SnapshotParticipant]) -> Self {
    var other = RoomSnapshot(
      asOf: asOf, stage: stage, endedAt: endedAt, session: session, sessionStartedAt: sessionStartedAt,
      participants: participants, isComplete: isComplete, anonymousCount: anonymousCount, banned: banned)
    other.egress = egress
    return other
  }

  /// People where connections are asked for.
  var peopleInsteadOfConnections: Self {
    var seen: Set<String> = []
    return with(participants.filter { seen.insert($0.joined.person ?? "").inserted })
  }

  /// Without what leaves the room.
  var withoutEgress: Self {
    var blind = self
    blind.egress = []
    return blind
  }

  /// Without what anybody sends.
  var withoutTracks: Self {
    with(participants.map { SnapshotParticipant(joined: $0.joined, joinedAt: $0.joinedAt, publishes: $0.publishes) })
  }

  /// Everybody once more, as if from another device.
  var doubled: Self {
    let others = participants.map { SnapshotParticipant(joined: $0.joined.again, joinedAt: $0.joinedAt) }
    return with(participants + others)
  }

  /// With the names of places taken for those of connections.
  var namingConnections: Self {
    with(
      participants.map { one in
        SnapshotParticipant(
          joined: one.joined.asConnection, joinedAt: one.joinedAt, tracks: one.tracks, publishes: one.publishes)
      })
  }

  /// With the gateway's own seat for one of the people, wherever somebody is.
  var withTheSeat: Self {
    guard !participants.isEmpty else { return self }
    let seat = Fact.Joined(connection: "the-seat", naming: .place, person: "the-seat", session: session)
    return with(participants + [SnapshotParticipant(joined: seat, joinedAt: nil)])
  }
}

extension Fact.Joined {
  /// The same, as if its name were never another one's.
  var asConnection: Self {
    Self(
      connection: connection, person: person, role: role, session: session, providerRefs: providerRefs, hidden: hidden)
  }

  /// The same person at another place.
  fileprivate var again: Self {
    Self(
      connection: connection + "-again", naming: naming, person: person, role: role, session: session,
      providerRefs: providerRefs, hidden: hidden)
  }
}
