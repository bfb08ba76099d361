/// One atomic change. With a room it is a compare-and-swap on the room's version; without, a plain write.
package struct StoreCommit: Sendable, Hashable {
  package enum RoomWrite: Sendable, Hashable {
    case none
    /// A room of version 1 that must not exist yet.
    case insert(RoomRecord)
    /// Replaces the row if its version is still `expectedVersion`; the record's version is one above.
    case update(RoomRecord, expectedVersion: Int64)
    /// Deletes the room and every row of it, its events included, if its version is still the expected one.
    case delete(id: String, expectedVersion: Int64)
  }

  package var room: RoomWrite = .none
  /// Upserts by (room, connection).
  package var participants: [ParticipantRecord] = []
  /// Upserts by id.
  package var sessions: [SessionRecord] = []
  /// Upserts by (room, person).
  package var members: [MemberRecord] = []
  package var removedMembers: [String] = []
  package var bans: [BanRecord] = []
  package var removedBans: [String] = []
  /// Upserts by id.
  package var resources: [ResourceRecord] = []
  /// Upserts by (tenant, external id).
  package var people: [PersonRecord] = []
  /// Sequences continue the room's last one without a gap, and end at the record's `lastSequence`.
  package var events: [NewEvent] = []
  /// Events that concern no room; the rooms' come before them in the log.
  package var announcements: [Announcement] = []
  package var factKeys: [FactKey] = []
  /// Inserts; a `(provider, deliveryKey)` already there makes the whole commit `.duplicateDelivery`. A record whose id is
  /// already there (parked before) replaces it.
  package var inbox: [InboxRecord] = []
  /// Upserts by id.
  package var operations: [OperationRecord] = []
  /// Ties a running claim to what it creates.
  package var claimResource: ClaimResource?

  /// Leases that must still be held as they were taken; otherwise `.fenced`.
  package var fences: [LeaseFence] = []

  package struct ClaimResource: Sendable, Hashable {
    package let claim: IdempotencyClaim
    package let resource: String
    package init(claim: IdempotencyClaim, resource: String) {
      self.claim = claim
      self.resource = resource
    }
  }

  package init() {}
}
