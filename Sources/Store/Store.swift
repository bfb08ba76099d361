/// The truth: rooms and their events. Any store must pass the store contract.
///
/// Every call may throw `StoreFailure`; cancellation of the caller does not undo a commit already handed over.
package protocol Store: Sendable {
  // MARK: Writing
  /// Applies one change atomically and durably; returns after it is on disk.
  func commit(_ commit: StoreCommit) async throws(StoreFailure) -> StoreCommitResult
  /// Takes an idempotency key, or says who has it. A claim past its expiry counts as absent and is replaced.
  func claim(_ claim: IdempotencyClaim, now: Int64) async throws(StoreFailure) -> ClaimResult
  /// Stores the answer of a claim.
  func complete(_ claim: IdempotencyClaim, answer: [UInt8]) async throws(StoreFailure)
  /// Forgets a claim, so that the key may be used again.
  func release(_ claim: IdempotencyClaim) async throws(StoreFailure)
  /// Makes another process's unfinished claim this owner's. False when it is finished or gone meanwhile.
  func takeOver(_ claim: IdempotencyClaim, from owner: String) async throws(StoreFailure) -> Bool
  /// Takes what nobody has, or whoever had it did not renew in time; nil while it is somebody's, the same owner's too.
  func takeLease(_ name: String, owner: String, now: Int64, until: Int64) async throws(StoreFailure) -> LeaseRecord?
  /// Keeps it longer; false when somebody else has taken it meanwhile.
  func renewLease(_ lease: LeaseRecord, until: Int64) async throws(StoreFailure) -> Bool
  /// Gives it back; nothing happens when somebody else has it.
  func releaseLease(_ lease: LeaseRecord) async throws(StoreFailure)
  func insert(_ tenant: TenantRecord) async throws(StoreFailure)
  func insert(_ key: KeyRecord) async throws(StoreFailure)
  /// False when the tenant has no such key. Revoking twice keeps the first time.
  func revokeKey(id: String, tenant: String, at: Int64) async throws(StoreFailure) -> Bool
  /// Deletes expired claims, fact keys, old deliveries, and operations that are over and whose deadline lies before
  /// `inboxBefore`, at most `limit` rows in all. Returns how many.
  func sweep(now: Int64, inboxBefore: Int64, limit: Int) async throws(StoreFailure) -> Int
  /// Deletes events recorded before a time, at most `limit`. Returns how many.
  func trimEvents(recordedBefore: Int64, limit: Int) async throws(StoreFailure) -> Int

  // MARK: Reading
  func room(id: String) async throws(StoreFailure) -> RoomRecord?
  /// The tenant's room with this external id that has not ended (also one in creation).
  func room(tenant: String, externalID: String) async throws(StoreFailure) -> RoomRecord?
  func room(provider: String, key: String) async throws(StoreFailure) -> RoomRecord?
  /// The room that its provider calls this.
  func room(provider: String, ref: String) async throws(StoreFailure) -> RoomRecord?
  /// The room with its connected people, those who left at or after `leftAfter`, its sessions that are open or ended at or
  /// after `leftAfter`, members, bans, resources that are open or changed at or after `leftAfter`, and pending operations; nil
  /// when there is no such room.
  func rows(ofRoom id: String, leftAfter: Int64) async throws(StoreFailure) -> RoomRows?
  func rooms(_ query: RoomQuery) async throws(StoreFailure) -> [RoomRecord]
  /// Rooms in phase `creating`, oldest first.
  func creatingRooms() async throws(StoreFailure) -> [RoomRecord]
  /// What is open at a provider, by id: rooms in phase `backstage` or `live`, and those ended at or after `endedAfter`, of
  /// all tenants.
  func openRooms(provider: String, endedAfter: Int64) async throws(StoreFailure) -> [OpenRoom]
  func participants(_ query: ParticipantQuery) async throws(StoreFailure) -> [ParticipantRecord]
  func participant(room: String, id: String) async throws(StoreFailure) -> ParticipantRecord?
  func resources(_ query: ResourceQuery) async throws(StoreFailure) -> [ResourceRecord]
  func resource(room: String, id: String) async throws(StoreFailure) -> ResourceRecord?
  func openResources(_ query: OpenResourceQuery) async throws(StoreFailure) -> [ResourceRecord]
  func people(tenant: String, externalIDs: [String]) async throws(StoreFailure) -> [PersonRecord]
  func session(id: String) async throws(StoreFailure) -> SessionRecord?
  func sessions(_ query: SessionQuery) async throws(StoreFailure) -> [SessionRecord]
  func operation(id: String) async throws(StoreFailure) -> OperationRecord?
  /// Pending operations of all rooms, by id, behind `after`.
  func pendingOperations(after id: String, limit: Int) async throws(StoreFailure) -> [OperationRecord]
  func events(_ query: EventQuery) async throws(StoreFailure) -> [EventRecord]
  /// The position of a room's event; nil when it is not kept.
  func position(room: String, sequence: Int64) async throws(StoreFailure) -> Int64?
  /// The oldest position kept and the newest given; (0, 0) when the log has never had an event.
  func logBounds() async throws(StoreFailure) -> (oldest: Int64, newest: Int64)
  /// Whether a delivery with this key was committed before.
  func hasDelivery(provider: String, key: String) async throws(StoreFailure) -> Bool
  func parkedDeliveries(provider: String, roomKey: String) async throws(StoreFailure) -> [InboxRecord]
  /// The keys of the rooms for which deliveries are parked, each once.
  func roomsWithParkedDeliveries() async throws(StoreFailure) -> [(provider: String, roomKey: String)]
  /// Deliveries whose signature could not be checked yet, the oldest first.
  func unverifiedDeliveries(provider: String, limit: Int) async throws(StoreFailure) -> [InboxRecord]
  /// How many of them there are, by provider.
  func unverifiedCounts() async throws(StoreFailure) -> [String: Int]
  func hasFactKey(room: String, key: String, now: Int64) async throws(StoreFailure) -> Bool
  func key(hash: [UInt8]) async throws(StoreFailure) -> KeyRecord?
  func keys(tenant: String) async throws(StoreFailure) -> [KeyRecord]
  func tenants() async throws(StoreFailure) -> [TenantRecord]

  // MARK: Following
  /// Calls back with every committed event in position order, before the committing caller is resumed. Set once, before
  /// the first commit. The callback must be quick and must not call the store.
  func onCommit(_ listener: @escaping @Sendable ([EventRecord]) -> Void)
  /// Whether the last write went through; readiness asks it.
  var isHealthy: Bool { get }
  /// Finishes what is queued, then closes. Later calls throw.
  func close() async
}
