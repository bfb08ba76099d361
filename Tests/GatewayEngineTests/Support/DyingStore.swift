import ProviderTesting
import Store
import Synchronization
import Testing

/// A store as a process sees it that dies at its nth write: from there on nothing it asks for returns. What the store
/// behind it has is there for the next process.
final class DyingStore: Store {
  /// The write at which the process dies, and whether the store still did it.
  struct Death: Sendable, CustomTestStringConvertible {
    let write: Int
    let isDone: Bool

    var testDescription: String { "\(isDone ? "after" : "before") write \(write)" }
  }

  private let inner: InMemoryStore
  private let death: Death
  private let writes = Mutex(0)
  private let gate: Gate

  /// Whatever waits for the dead process returns when the gate opens: for the end of a test.
  init(_ inner: InMemoryStore, dies death: Death, gate: Gate) {
    (self.inner, self.death, self.gate) = (inner, death, gate)
  }

  private var isDead: Bool { writes.withLock { $0 } >= death.write }

  private func write<Value: Sendable>(_ work: () async throws(StoreFailure) -> Value) async throws(StoreFailure)
    -> Value
  {
    let number = writes.withLock { writes in
      writes += 1
      return writes
    }
    if number < death.write { return try await work() }
    if number == death.write, death.isDone { _ = try await work() }
    return try await dead()
  }

  private func read<Value: Sendable>(_ work: () async throws(StoreFailure) -> Value) async throws(StoreFailure) -> Value
  {
    if isDead { return try await dead() }
    return try await work()
  }

  private func dead<Value>() async throws(StoreFailure) -> Value {
    await gate.wait()
    throw StoreFailure("the process is dead")
  }

  // MARK: Writing

  func commit(_ commit: StoreCommit) async throws(StoreFailure) -> StoreCommitResult {
    try await write { () throws(StoreFailure) in try await inner.commit(commit) }
  }
  func claim(_ claim: IdempotencyClaim, now: Int64) async throws(StoreFailure) -> ClaimResult {
    try await write { () throws(StoreFailure) in try await inner.claim(claim, now: now) }
  }
  func complete(_ claim: IdempotencyClaim, answer: [UInt8]) async throws(StoreFailure) {
    try await write { () throws(StoreFailure) in try await inner.complete(claim, answer: answer) }
  }
  func release(_ claim: IdempotencyClaim) async throws(StoreFailure) {
    try await write { () throws(StoreFailure) in try await inner.release(claim) }
  }
  func takeOver(_ claim: IdempotencyClaim, from owner: String) async throws(StoreFailure) -> Bool {
    try await write { () throws(StoreFailure) in try await inner.takeOver(claim, from: owner) }
  }
  func takeLease(_ name: String, owner: String, now: Int64, until: Int64) async throws(StoreFailure) -> LeaseRecord? {
    try await write { () throws(StoreFailure) in
      try await inner.takeLease(name, owner: owner, now: now, until: until)
    }
  }
  func renewLease(_ lease: LeaseRecord, until: Int64) async throws(StoreFailure) -> Bool {
    try await write { () throws(StoreFailure) in try await inner.renewLease(lease, until: until) }
  }
  func releaseLease(_ lease: LeaseRecord) async throws(StoreFailure) {
    try await write { () throws(StoreFailure) in try await inner.releaseLease(lease) }
  }
  func insert(_ tenant: TenantRecord) async throws(StoreFailure) {
    try await write { () throws(StoreFailure) in try await inner.insert(tenant) }
  }
  func insert(_ key: KeyRecord) async throws(StoreFailure) {
    try await write { () throws(StoreFailure) in try await inner.insert(key) }
  }
  func revokeKey(id: String, tenant: String, at time: Int64) async throws(StoreFailure) -> Bool {
    try await write { () throws(StoreFailure) in try await inner.revokeKey(id: id, tenant: tenant, at: time) }
  }
  func sweep(now: Int64, inboxBefore: Int64, limit: Int) async throws(StoreFailure) -> Int {
    try await write { () throws(StoreFailure) in
      try await inner.sweep(now: now, inboxBefore: inboxBefore, limit: limit)
    }
  }
  func trimEvents(recordedBefore: Int64, limit: Int) async throws(StoreFailure) -> Int {
    try await write { () throws(StoreFailure) in
      try await inner.trimEvents(recordedBefore: recordedBefore, limit: limit)
    }
  }

  // MARK: Reading

  func room(id: String) async throws(StoreFailure) -> RoomRecord? {
    try await read { () throws(StoreFailure) in try await inner.room(id: id) }
  }
  func room(tenant: String, externalID: String) async throws(StoreFailure) -> RoomRecord? {
    try await read { () throws(StoreFailure) in try await inner.room(tenant: tenant, externalID: externalID) }
  }
  func room(provider: String, key: String) async throws(StoreFailure) -> RoomRecord? {
    try await read { () throws(StoreFailure) in try await inner.room(provider: provider, key: key) }
  }
  func room(provider: String, ref: String) async throws(StoreFailure) -> RoomRecord? {
    try await read { () throws(StoreFailure) in try await inner.room(provider: provider, ref: ref) }
  }
  func rows(ofRoom id: String, leftAfter: Int64) async throws(StoreFailure) -> RoomRows? {
    try await read { () throws(StoreFailure) in try await inner.rows(ofRoom: id, leftAfter: leftAfter) }
  }
  func rooms(_ query: RoomQuery) async throws(StoreFailure) -> [RoomRecord] {
    try await read { () throws(StoreFailure) in try await inner.rooms(query) }
  }
  func openRooms(provider: String, endedAfter: Int64) async throws(StoreFailure) -> [OpenRoom] {
    try await read { () throws(StoreFailure) in try await inner.openRooms(provider: provider, endedAfter: endedAfter) }
  }
  func creatingRooms() async throws(StoreFailure) -> [RoomRecord] {
    try await read { () throws(StoreFailure) in try await inner.creatingRooms() }
  }
  func participants(_ query: ParticipantQuery) async throws(StoreFailure) -> [ParticipantRecord] {
    try await read { () throws(StoreFailure) in try await inner.participants(query) }
  }
  func participant(room: String, id: String) async throws(StoreFailure) -> ParticipantRecord? {
    try await read { () throws(StoreFailure) in try await inner.participant(room: room, id: id) }
  }
  func resources(_ query: ResourceQuery) async throws(StoreFailure) -> [ResourceRecord] {
    try await read { () throws(StoreFailure) in try await inner.resources(query) }
  }
  func resource(room: String, id: String) async throws(StoreFailure) -> ResourceRecord? {
    try await read { () throws(StoreFailure) in try await inner.resource(room: room, id: id) }
  }
  func openResources(_ query: OpenResourceQuery) async throws(StoreFailure) -> [ResourceRecord] {
    try await read { () throws(StoreFailure) in try await inner.openResources(query) }
  }
  func people(tenant: String, externalIDs: [String]) async throws(StoreFailure) -> [PersonRecord] {
    try await read { () throws(StoreFailure) in try await inner.people(tenant: tenant, externalIDs: externalIDs) }
  }
  func sessions(_ query: SessionQuery) async throws(StoreFailure) -> [SessionRecord] {
    try await read { () throws(StoreFailure) in try await inner.sessions(query) }
  }

  func session(id: String) async throws(StoreFailure) -> SessionRecord? {
    try await read { () throws(StoreFailure) in try await inner.session(id: id) }
  }
  func pendingOperations(after id: String, limit: Int) async throws(StoreFailure) -> [OperationRecord] {
    try await read { () throws(StoreFailure) in try await inner.pendingOperations(after: id, limit: limit) }
  }
  func operation(id: String) async throws(StoreFailure) -> OperationRecord? {
    try await read { () throws(StoreFailure) in try await inner.operation(id: id) }
  }
  func events(_ query: EventQuery) async throws(StoreFailure) -> [EventRecord] {
    try await read { () throws(StoreFailure) in try await inner.events(query) }
  }
  func position(room: String, sequence: Int64) async throws(StoreFailure) -> Int64? {
    try await read { () throws(StoreFailure) in try await inner.position(room: room, sequence: sequence) }
  }
  func logBounds() async throws(StoreFailure) -> (oldest: Int64, newest: Int64) {
    try await read { () throws(StoreFailure) in try await inner.logBounds() }
  }
  func hasDelivery(provider: String, key: String) async throws(StoreFailure) -> Bool {
    try await read { () throws(StoreFailure) in try await inner.hasDelivery(provider: provider, key: key) }
  }
  func parkedDeliveries(provider: String, roomKey: String) async throws(StoreFailure) -> [InboxRecord] {
    try await read { () throws(StoreFailure) in
      try await inner.parkedDeliveries(provider: provider, roomKey: roomKey)
    }
  }
  func roomsWithParkedDeliveries() async throws(StoreFailure) -> [(provider: String, roomKey: String)] {
    try await read { () throws(StoreFailure) in try await inner.roomsWithParkedDeliveries() }
  }
  func unverifiedDeliveries(provider: String, limit: Int) async throws(StoreFailure) -> [InboxRecord] {
    try await read { () throws(StoreFailure) in
      try await inner.unverifiedDeliveries(provider: provider, limit: limit)
    }
  }
  func unverifiedCounts() async throws(StoreFailure) -> [String: Int] {
    try await read { () throws(StoreFailure) in try await inner.unverifiedCounts() }
  }
  func hasFactKey(room: String, key: String, now: Int64) async throws(StoreFailure) -> Bool {
    try await read { () throws(StoreFailure) in try await inner.hasFactKey(room: room, key: key, now: now) }
  }
  func key(hash: [UInt8]) async throws(StoreFailure) -> KeyRecord? {
    try await read { () throws(StoreFailure) in try await inner.key(hash: hash) }
  }
  func keys(tenant: String) async throws(StoreFailure) -> [KeyRecord] {
    try await read { () throws(StoreFailure) in try await inner.keys(tenant: tenant) }
  }
  func tenants() async throws(StoreFailure) -> [TenantRecord] {
    try await read { () throws(StoreFailure) in try await inner.tenants() }
  }

  // MARK: Following

  func onCommit(_ listener: @escaping @Sendable ([EventRecord]) -> Void) {}
  var isHealthy: Bool { inner.isHealthy }
  func close() async {}
}
