import Store

extension MemoryRows {
  /// Writes the rows of a commit that was found admissible.
  mutating func write(_ commit: StoreCommit) {
    writeRoom(commit)
    for person in commit.people {
      people[ExactString(person.tenant), default: [:]][ExactString(person.externalID)] = person
    }
    for delivery in commit.inbox { put(delivery) }
    for operation in commit.operations { operations[ExactString(operation.id)] = operation }
    guard let tie = commit.claimResource, let held = ownClaim(tie.claim) else { return }
    claims[ClaimKey(tie.claim)] = IdempotencyRecord(claim: held.claim, answer: held.answer, resource: tie.resource)
  }

  private mutating func writeRoom(_ commit: StoreCommit) {
    switch commit.room {
    case .none: break
    case .delete(let id, _): remove(room: ExactString(id))
    case .insert(let record), .update(let record, _):
      let id = ExactString(record.id)
      rooms[id] = record
      contents[id, default: RoomContent()].merge(commit)
    }
  }

  private mutating func remove(room: ExactString) {
    rooms[room] = nil
    contents[room] = nil
    log.removeAll { ExactString($0.room) == room }
    operations = operations.filter { $0.value.room.map(ExactString.init) != room }
  }

  /// Appends the commit's events; returns the first one's position.
  mutating func append(_ commit: StoreCommit) -> Int64? {
    let first = newestPosition + 1
    if let record = commit.room.record {
      for event in commit.events {
        append(
          EventRecord(
            position: newestPosition + 1, room: record.id, sequence: event.sequence, tenant: record.tenant,
            type: event.type, recordedAt: event.recordedAt, body: event.body))
      }
    }
    for announcement in commit.announcements { append(announcement.record(at: newestPosition + 1)) }
    return newestPosition < first ? nil : first
  }

  private mutating func append(_ event: EventRecord) {
    log.append(event)
    newestPosition = event.position
  }
}

extension MemoryRows.RoomContent {
  mutating func merge(_ commit: StoreCommit) {
    for row in commit.participants { participants[ExactString(row.connection)] = row }
    for row in commit.sessions { sessions[ExactString(row.id)] = row }
    for person in commit.removedMembers { members[ExactString(person)] = nil }
    for row in commit.members { members[ExactString(row.person)] = row }
    for person in commit.removedBans { bans[ExactString(person)] = nil }
    for row in commit.bans { bans[ExactString(row.person)] = row }
    for row in commit.resources { resources[ExactString(row.id)] = row }
    for row in commit.factKeys { factKeys[ExactString(row.key)] = row }
  }
}
