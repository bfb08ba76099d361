/// One connection to a room: the key of presence. A person on two devices is two participants.
public struct Participant: Sendable, Hashable {
  /// Ours, `par_…`.
  public let id: String
  /// The vendor's id of the connection, or, of a stay at a place, one of ours that is made from the place.
  public let connection: String
  /// The vendor's name of the place, where it names no single connections.
  public var place: String?
  /// The external id; nil when anonymous or when the vendor's id does not decode.
  public var person: String?
  public var session: String
  public var role: ParticipantRole
  public var joinedAt: Timestamp
  /// nil while connected.
  public var leftAt: Timestamp?
  /// Set ahead of leaving when the gateway is about to remove this connection.
  public var leaveReason: LeaveReason?
  public var tracks: [TrackKind: TrackState]
  public var providerRefs: [String: String]
  /// The room's version in which this row last changed: a snapshot read before it does not undo it.
  public var changedVersion: Int64
  /// False while only a leave was seen: the join, when it comes late, is told then.
  public var isAnnounced: Bool = true
  /// Whether it was told that they were removed: the vendor's echo of it, before or after the leave, is not told again.
  public var isRemovalTold: Bool = false
  /// Whether the connection is in a mode in which it can publish; nil where that is not known.
  public var publishes: Bool?

  public init(
    id: String, connection: String, person: String?, session: String, role: ParticipantRole, joinedAt: Timestamp,
    leftAt: Timestamp? = nil, leaveReason: LeaveReason? = nil, tracks: [TrackKind: TrackState] = [:],
    providerRefs: [String: String] = [:], changedVersion: Int64 = 0
  ) {
    self.id = id
    self.connection = connection
    self.person = person
    self.session = session
    self.role = role
    self.joinedAt = joinedAt
    self.leftAt = leftAt
    self.leaveReason = leaveReason
    self.tracks = tracks
    self.providerRefs = providerRefs
    self.changedVersion = changedVersion
  }

  public var isConnected: Bool { leftAt == nil }

  /// What the vendor calls it.
  public var vendorName: String { place ?? connection }

  /// The order in which participants are listed.
  public func isOlder(than other: Self) -> Bool { (joinedAt, id) < (other.joinedAt, other.id) }
}
