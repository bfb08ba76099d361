import MeetingCore

/// Who is in a room, by place and since when. Names that begin with `_` are nobody's.
struct BarePresence: PresenceReading {
  let hall: BareHall

  var naming: Fact.Joined.Naming { .place }

  func cost(of kind: RoomKind) -> PresenceCost { PresenceCost(roomsPerRequest: 1, requestsForTracks: 0) }

  func snapshots(of queries: [PresenceQuery], _ context: CallContext) async throws(ProviderFailure) -> [String:
    RoomSnapshot]
  {
    try hall.note("snapshot")
    var snapshots: [String: RoomSnapshot] = [:]
    for query in queries {
      guard let guests = hall.guests(in: query.room.key) else { continue }
      snapshots[query.room.key] = RoomSnapshot(
        asOf: query.version, stage: .live, session: guests.isEmpty ? nil : hall.session(of: query.room.key),
        participants: guests.sorted { $0.key < $1.key }.map { row($0.key, $0.value, in: query.room.key) })
    }
    return snapshots
  }

  private func row(_ place: String, _ guest: BareHall.Guest, in room: String) -> SnapshotParticipant {
    let tracks = guest.tracks.map { ($0, TrackState(publishing: true, muted: guest.muted.contains($0))) }
    return SnapshotParticipant(
      joined: BareHooks.joined(place, session: hall.session(of: room)), joinedAt: guest.since,
      tracks: Dictionary(uniqueKeysWithValues: tracks))
  }
}
