import Store

extension MemoryRows {
  /// Checks everything first, then changes the rows: a refused commit leaves no trace.
  mutating func apply(_ commit: StoreCommit) throws(StoreFailure) -> StoreCommitResult {
    if let problem = commit.problem { throw StoreFailure("refused: \(problem)") }
    let broken = broken(commit.fences)
    if !broken.isEmpty { return .fenced(broken) }
    let repeated = repeatedDeliveries(commit.inbox)
    if !repeated.isEmpty { return .duplicateDelivery(keys: repeated) }
    if let refusal = refusal(of: commit.room) { return refusal }
    try checkRows(of: commit)
    write(commit)
    let first = append(commit)
    return .committed(firstPosition: first)
  }

  private func repeatedDeliveries(_ deliveries: [InboxRecord]) -> [String] {
    var seen: [InboxRecord] = []
    return deliveries.compactMap { delivery in
      guard let key = delivery.deliveryKey else { return nil }
      defer { seen.append(delivery) }
      let holder = self.delivery(delivery.provider, key)
      let isTaken = holder != nil && holder != ExactString(delivery.id)
      return isTaken || seen.contains { Self.sameDelivery($0, delivery) } ? key : nil
    }
  }

  /// The same provider and key under another id: the same id is the parked record being replaced.
  private static func sameDelivery(_ one: InboxRecord, _ other: InboxRecord) -> Bool {
    guard let key = one.deliveryKey, let otherKey = other.deliveryKey else { return false }
    return ExactString(one.provider) == ExactString(other.provider) && ExactString(key) == ExactString(otherKey)
      && ExactString(one.id) != ExactString(other.id)
  }

  private func refusal(of write: StoreCommit.RoomWrite) -> StoreCommitResult? {
    switch write {
    case .none: return nil
    case .insert(let record):
      return rooms[ExactString(record.id)] != nil ? .roomExists : clash(of: record)
    case .update(let record, let expected):
      return rooms[ExactString(record.id)]?.version == expected ? clash(of: record) : .conflict
    case .delete(let id, let expected):
      return rooms[ExactString(id)]?.version == expected ? nil : .conflict
    }
  }

  /// A room other than this one that holds what must be unique.
  private func clash(of record: RoomRecord) -> StoreCommitResult? {
    let others = rooms.values.filter { ExactString($0.id) != ExactString(record.id) }
    if let external = record.externalID, record.phase != "ended" {
      let holder = others.first { Self.holds($0, external, of: record.tenant) }
      if let holder { return .externalIDTaken(by: holder.id) }
    }
    let provider = ExactString(record.provider)
    let isTaken = others.contains { other in
      ExactString(other.provider) == provider
        && (ExactString(other.providerKey) == ExactString(record.providerKey)
          || (record.providerRef != nil
            && other.providerRef.map(ExactString.init) == record.providerRef.map(ExactString.init)))
    }
    return isTaken ? .roomExists : nil
  }

  static func holds(_ room: RoomRecord, _ externalID: String, of tenant: String) -> Bool {
    room.phase != "ended" && ExactString(room.tenant) == ExactString(tenant)
      && room.externalID.map(ExactString.init) == ExactString(externalID)
  }

  /// The rules a caller cannot break by losing a race, only by mistake.
  private func checkRows(of commit: StoreCommit) throws(StoreFailure) {
    guard let record = commit.room.record else { return }
    let stored = rooms[ExactString(record.id)]?.lastSequence ?? 0
    if stored + Int64(commit.events.count) != record.lastSequence {
      throw StoreFailure("refused: a gap in the sequences")
    }
    var sessions = content(of: record.id).sessions
    for session in commit.sessions { sessions[ExactString(session.id)] = session }
    let vendorIDs = sessions.values.compactMap { $0.vendorID.map(ExactString.init) }
    if Set(vendorIDs).count != vendorIDs.count { throw StoreFailure("refused: a session with this vendor id exists") }
    let isForeign =
      commit.sessions.contains { isElsewhere($0) } || commit.participants.contains { isElsewhere($0) }
      || commit.resources.contains { isElsewhere($0) }
    if isForeign { throw StoreFailure("refused: an id of another row") }
  }

  private func isElsewhere(_ session: SessionRecord) -> Bool {
    let id = ExactString(session.id)
    return contents.contains { $0.key != ExactString(session.room) && $0.value.sessions[id] != nil }
  }

  private func isElsewhere(_ resource: ResourceRecord) -> Bool {
    let id = ExactString(resource.id)
    return contents.contains { $0.key != ExactString(resource.room) && $0.value.resources[id] != nil }
  }

  private func isElsewhere(_ participant: ParticipantRecord) -> Bool {
    let connection = ExactString(participant.connection)
    return contents.contains { room, content in
      content.participants.contains {
        ExactString($0.value.id) == ExactString(participant.id)
          && (room != ExactString(participant.room) || $0.key != connection)
      }
    }
  }
}

extension StoreCommit.RoomWrite {
  /// The row that stands after the write.
  var record: RoomRecord? {
    switch self {
    case .insert(let record), .update(let record, _): record
    case .none, .delete: nil
    }
  }
}
