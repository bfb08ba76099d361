package import Store

extension SQLiteStore {
  package func commit(_ commit: StoreCommit) async throws(StoreFailure) -> StoreCommitResult {
    if let problem = commit.problem { throw StoreFailure("refused: \(problem)") }
    return try await writer.write { transaction throws(SQLiteFailure) in try transaction.apply(commit) }
  }
}

extension Transaction {
  /// Writes one commit. Any answer but `.committed` undoes what was written so far.
  func apply(_ commit: StoreCommit) throws(SQLiteFailure) -> StoreCommitResult {
    let broken = try connection.broken(commit.fences)
    var refusal = broken.isEmpty ? try writeInbox(commit.inbox) : .fenced(broken)
    if refusal == nil { refusal = try writeRoom(commit) }
    if let refusal {
      refuse()
      return refusal
    }
    try writeContent(commit)
    for person in commit.people { try connection.write(person) }
    for operation in commit.operations { try connection.write(operation) }
    if let tie = commit.claimResource { try connection.tie(tie.claim, to: tie.resource) }
    let first = try append(commit)
    let announced = try append(commit.announcements)
    return .committed(firstPosition: first ?? announced)
  }

  private func append(_ commit: StoreCommit) throws(SQLiteFailure) -> Int64? {
    switch commit.room {
    case .none, .delete: nil
    case .insert(let record), .update(let record, _): try append(commit.events, to: record)
    }
  }

  private func writeInbox(_ deliveries: [InboxRecord]) throws(SQLiteFailure) -> StoreCommitResult? {
    var repeated: [String] = []
    for delivery in deliveries {
      if let key = delivery.deliveryKey, try connection.isRepeated(delivery, key) {
        repeated.append(key)
      } else {
        try connection.write(delivery)
      }
    }
    return repeated.isEmpty ? nil : .duplicateDelivery(keys: repeated)
  }

  private func writeRoom(_ commit: StoreCommit) throws(SQLiteFailure) -> StoreCommitResult? {
    switch commit.room {
    case .none: nil
    case .insert(let record): try insert(record, events: commit.events.count)
    case .update(let record, let expected): try update(record, expected, events: commit.events.count)
    case .delete(let id, let expected): try connection.deleteRoom(id, expected) ? nil : .conflict
    }
  }

  private func insert(_ record: RoomRecord, events: Int) throws(SQLiteFailure) -> StoreCommitResult? {
    if record.lastSequence != events { throw .refused("a gap in the sequences") }
    do throws(SQLiteFailure) {
      try connection.insert(record)
      return nil
    } catch {
      guard error.isConstraint else { throw error }
      if try connection.version(ofRoom: record.id) != nil { return .roomExists }
      return try clash(of: record)
    }
  }

  private func update(
    _ record: RoomRecord, _ expected: Int64, events: Int
  ) throws(SQLiteFailure) -> StoreCommitResult? {
    do throws(SQLiteFailure) {
      let lastSequence = record.lastSequence - Int64(events)
      if try connection.update(record, expected: expected, lastSequence: lastSequence) { return nil }
    } catch {
      guard error.isConstraint else { throw error }
      return try clash(of: record)
    }
    if try connection.version(ofRoom: record.id) == expected { throw .refused("a gap in the sequences") }
    return .conflict
  }

  /// Which rule of uniqueness the record breaks.
  private func clash(of record: RoomRecord) throws(SQLiteFailure) -> StoreCommitResult {
    guard record.phase != "ended", let external = record.externalID else { return .roomExists }
    let holder = try connection.openRoom(tenant: record.tenant, externalID: external)
    guard let holder, holder.id != record.id else { return .roomExists }
    return .externalIDTaken(by: holder.id)
  }

  private func writeContent(_ commit: StoreCommit) throws(SQLiteFailure) {
    let room: String
    switch commit.room {
    case .none, .delete: return
    case .insert(let record), .update(let record, _): room = record.id
    }
    for row in commit.participants { try connection.write(row) }
    for row in commit.sessions { try connection.write(row) }
    for person in commit.removedMembers { try connection.removeMember(person, from: room) }
    for row in commit.members { try connection.write(row) }
    for person in commit.removedBans { try connection.removeBan(person, from: room) }
    for row in commit.bans { try connection.write(row) }
    for row in commit.resources { try connection.write(row) }
    for row in commit.factKeys { try connection.write(row, room: room) }
  }
}
