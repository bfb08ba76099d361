/// A vendor's whole view of a room at one moment. Entities that changed after `asOf` are not undone by it.
public struct RoomSnapshot: Sendable, Hashable {
  /// The room's version when the read began.
  public let asOf: Int64
  public let stage: Fact.Stage
  public let endedAt: Timestamp?
  /// The open session's vendor id; nil when none is open.
  public let session: String?
  public let sessionStartedAt: Timestamp?
  public let participants: [SnapshotParticipant]
  /// False when the vendor cut the list: who is missing from it may still be there.
  public let isComplete: Bool
  public let anonymousCount: Int?
  /// External ids of everybody the vendor keeps out; nil when it does not tell.
  public let banned: Set<String>?
  /// What runs of recordings, broadcasts and transcriptions, each as started; nil when the vendor does not tell.
  public var egress: [EgressReport]?

  public init(
    asOf: Int64, stage: Fact.Stage, endedAt: Timestamp? = nil, session: String? = nil,
    sessionStartedAt: Timestamp? = nil, participants: [SnapshotParticipant] = [], isComplete: Bool = true,
    anonymousCount: Int? = nil, banned: Set<String>? = nil
  ) {
    self.asOf = asOf
    self.stage = stage
    self.endedAt = endedAt
    self.session = session
    self.sessionStartedAt = sessionStartedAt
    self.participants = participants
    self.isComplete = isComplete
    self.anonymousCount = anonymousCount
    self.banned = banned
  }
}
