/// One connection in a vendor's view of a room.
public struct SnapshotParticipant: Sendable, Hashable {
  public let joined: Fact.Joined
  /// When this very stay began; nil when the vendor does not tell.
  public let joinedAt: Timestamp?
  /// What the vendor tells of the tracks; missing kinds are unknown.
  public let tracks: [TrackKind: TrackState]

  public init(joined: Fact.Joined, joinedAt: Timestamp?, tracks: [TrackKind: TrackState] = [:]) {
    self.joined = joined
    self.joinedAt = joinedAt
    self.tracks = tracks
  }
}
