/// Somebody asks to be allowed something: a raised hand.
public struct PermissionRequest: RoomThing {
  /// Pending until it is decided, withdrawn, or its person leaves.
  public enum State: String, Sendable, Hashable, CaseIterable { case pending, granted, rejected, cancelled, expired }

  /// Ours, `prq_…`.
  public let id: String
  /// Whose hand it is, by external id.
  public let requester: String
  /// In the order of the vocabulary, without repeats.
  public let permissions: [Permission]
  public var state: State
  /// How we came to know of it.
  public let source: FactSource
  public let createdAt: Timestamp
  /// When it ceased to be pending.
  public var decidedAt: Timestamp?
  /// Who decided, by external id; nil when nobody did, or when it is not known.
  public var decidedBy: String?
  /// Whether the vendor, which we told of it, may still tell us of it in turn.
  public var awaitsEcho: Bool

  public init(
    id: String, requester: String, permissions: Set<Permission>, state: State = .pending, source: FactSource,
    createdAt: Timestamp, decidedAt: Timestamp? = nil, decidedBy: String? = nil
  ) {
    self.id = id
    self.requester = requester
    self.permissions = Permission.listed(permissions)
    self.state = state
    self.source = source
    self.createdAt = createdAt
    self.decidedAt = decidedAt
    self.decidedBy = decidedBy
    awaitsEcho = source == .api
  }

  public var person: String? { requester }
  public var isOpen: Bool { state == .pending }
  public var changedAt: Timestamp { decidedAt ?? createdAt }

  /// The order in which requests are listed.
  public func isNewer(than other: Self) -> Bool { (createdAt, id) > (other.createdAt, other.id) }

  /// Whether it asks for all of these.
  public func covers(_ wanted: Set<Permission>) -> Bool { wanted.isSubset(of: permissions) }
}
