import Store

/// Rows with everything filled in that a test does not care about.
enum Sample {
  static func room(
    _ id: String, tenant: String = "t", externalID: String? = nil, phase: String = "live", version: Int64 = 1,
    lastSequence: Int64 = 0, header: [UInt8] = [123, 125], kind: String = "meeting", providerKey: String? = nil,
    providerRef: String? = nil, createdAt: Int64 = 1, startsAt: Int64? = nil, endedAt: Int64? = nil
  ) -> RoomRecord {
    RoomRecord(
      id: id, tenant: tenant, provider: "p", kind: kind, externalID: externalID, phase: phase, version: version,
      lastSequence: lastSequence, header: header, providerKey: providerKey ?? "key-\(id)", providerRef: providerRef,
      createdAt: createdAt, startsAt: startsAt, endedAt: endedAt)
  }

  static func insert(_ room: RoomRecord) -> StoreCommit {
    var commit = StoreCommit()
    commit.room = .insert(room)
    if room.lastSequence > 0 { commit.events = (1...room.lastSequence).map { event($0) } }
    return commit
  }

  /// The room's next commit, with `events` more events.
  static func update(_ room: RoomRecord, events: Int = 0, recordedAt: Int64 = 1) -> StoreCommit {
    var commit = StoreCommit()
    let next = room.advanced(by: events)
    commit.room = .update(next, expectedVersion: room.version)
    commit.events = (0..<events).map { event(room.lastSequence + Int64($0) + 1, recordedAt: recordedAt) }
    return commit
  }

  static func event(_ sequence: Int64, recordedAt: Int64 = 1, body: [UInt8]? = nil) -> NewEvent {
    NewEvent(sequence: sequence, type: "room.updated", recordedAt: recordedAt, body: body ?? Array("\(sequence)".utf8))
  }

  static func participant(
    _ id: String, room: String, connection: String? = nil, person: String? = nil, role: String = "speaker",
    session: String = "s", isConnected: Bool = true, joinedAt: Int64 = 1, leftAt: Int64? = nil
  ) -> ParticipantRecord {
    ParticipantRecord(
      room: room, connection: connection ?? "c-\(id)", id: id, person: person, role: role, session: session,
      isConnected: isConnected, joinedAt: joinedAt, leftAt: leftAt, changedVersion: 1, body: [1, 2])
  }

  static func claim(_ key: String, owner: String = "a", expiresAt: Int64 = 100) -> IdempotencyClaim {
    IdempotencyClaim(
      principal: "who", route: "POST /v1/rooms", key: key, fingerprint: [1], owner: owner, expiresAt: expiresAt)
  }

  static func delivery(
    _ id: String, key: String? = nil, state: String = "applied", roomKey: String? = nil, receivedAt: Int64 = 1
  ) -> InboxRecord {
    InboxRecord(
      id: id, provider: "p", deliveryKey: key, state: state, roomKey: roomKey, raw: [9], receivedAt: receivedAt)
  }
}

extension RoomRecord {
  /// The row of the next version.
  func advanced(by events: Int = 0, phase: String? = nil, providerRef: String? = nil) -> RoomRecord {
    RoomRecord(
      id: id, tenant: tenant, provider: provider, kind: kind, externalID: externalID, phase: phase ?? self.phase,
      version: version + 1, lastSequence: lastSequence + Int64(events), header: header, providerKey: providerKey,
      providerRef: providerRef ?? self.providerRef, createdAt: createdAt, startsAt: startsAt, endedAt: endedAt)
  }
}
