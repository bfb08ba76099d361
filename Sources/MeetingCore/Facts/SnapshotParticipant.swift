/// One connection in a vendor's view of a room.
public struct SnapshotParticipant: Sendable, Hashable {
  public let joined: Fact.Joined
  /// When this very stay began; nil when the vendor does not tell.
  public let joinedAt: Timestamp?
  /// What the vendor tells of the tracks; missing kinds are unknown.
  public let tracks: [TrackKind: TrackState]
  /// Whether the connection is in a mode in which it can publish; nil when the vendor does not tell.
  public let publishes: Bool?

  public init(joined: Fact.Joined, joinedAt: Timestamp?, tracks: [TrackKind: TrackState] = [:], publishes: Bool? = nil)
  {
    self.joined = joined
    self.joinedAt = joinedAt
    self.tracks = tracks
    self.publishes = publishes
  }
}
