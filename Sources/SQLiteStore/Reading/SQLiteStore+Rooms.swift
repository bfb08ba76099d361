package import Store

extension SQLiteStore {
  package func room(id: String) async throws(StoreFailure) -> RoomRecord? {
    try await readers.read { connection throws(SQLiteFailure) in try connection.room(id: id) }
  }

  package func room(tenant: String, externalID: String) async throws(StoreFailure) -> RoomRecord? {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.openRoom(tenant: tenant, externalID: externalID)
    }
  }

  package func room(provider: String, key: String) async throws(StoreFailure) -> RoomRecord? {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.first(
        "\(RoomRecord.select) WHERE provider = ? AND provider_key = ?", provider, key, as: RoomRecord.init(row:))
    }
  }

  package func room(provider: String, ref: String) async throws(StoreFailure) -> RoomRecord? {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.first(
        "\(RoomRecord.select) WHERE provider = ? AND provider_ref = ?", provider, ref, as: RoomRecord.init(row:))
    }
  }

  package func creatingRooms() async throws(StoreFailure) -> [RoomRecord] {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        "\(RoomRecord.select) WHERE phase = 'creating' ORDER BY created_at, id", as: RoomRecord.init(row:))
    }
  }

  package func openRooms(provider: String, endedAfter: Int64) async throws(StoreFailure) -> [OpenRoom] {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        """
        SELECT id, kind, phase,
          EXISTS (SELECT 1 FROM sessions WHERE sessions.room = rooms.id AND sessions.ended_at IS NULL),
          EXISTS (SELECT 1 FROM participants WHERE participants.room = rooms.id AND is_connected = 1), ended_at
        FROM (SELECT id, kind, phase, ended_at FROM rooms WHERE provider = ?1 AND phase IN ('backstage', 'live')
          UNION ALL SELECT id, kind, phase, ended_at FROM rooms
          WHERE provider = ?1 AND phase = 'ended' AND ended_at >= ?2) AS rooms ORDER BY id
        """, provider, endedAfter, as: OpenRoom.init(row:))
    }
  }

  package func rooms(_ query: RoomQuery) async throws(StoreFailure) -> [RoomRecord] {
    try await readers.read { connection throws(SQLiteFailure) in
      let search = RoomSearch(query)
      return try connection.rows(once: search.sql, search.values, as: RoomRecord.init(row:))
    }
  }

  package func rows(ofRoom id: String, leftAfter: Int64) async throws(StoreFailure) -> RoomRows? {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.snapshot { () throws(SQLiteFailure) in try connection.roomRows(id, leftAfter: leftAfter) }
    }
  }
}

extension Connection {
  func room(id: String) throws(SQLiteFailure) -> RoomRecord? {
    try first("\(RoomRecord.select) WHERE id = ?", id, as: RoomRecord.init(row:))
  }

  /// The room that holds an external id: at most one that has not ended does.
  func openRoom(tenant: String, externalID: String) throws(SQLiteFailure) -> RoomRecord? {
    try first(
      "\(RoomRecord.select) WHERE tenant = ? AND external_id = ? AND phase <> 'ended'", tenant, externalID,
      as: RoomRecord.init(row:))
  }

  func roomRows(_ id: String, leftAfter: Int64) throws(SQLiteFailure) -> RoomRows? {
    guard let room = try room(id: id) else { return nil }
    return RoomRows(
      room: room,
      participants: try rows(
        """
        SELECT * FROM (\(ParticipantRecord.select) WHERE room = ?1 AND is_connected = 1
          UNION ALL \(ParticipantRecord.select) WHERE room = ?1 AND is_connected = 0 AND left_at >= ?2)
        ORDER BY joined_at, id
        """, id, leftAfter, as: ParticipantRecord.init(row:)),
      sessions: try rows(
        """
        SELECT * FROM (\(SessionRecord.select) WHERE room = ?1 AND ended_at IS NULL
          UNION ALL \(SessionRecord.select) WHERE room = ?1 AND ended_at >= ?2)
        ORDER BY started_at, id
        """, id, leftAfter, as: SessionRecord.init(row:)),
      members: try rows("\(MemberRecord.select) WHERE room = ? ORDER BY person", id, as: MemberRecord.init(row:)),
      bans: try rows("\(BanRecord.select) WHERE room = ? ORDER BY person", id, as: BanRecord.init(row:)),
      resources: try rows(
        """
        SELECT * FROM (\(ResourceRecord.select) WHERE room = ?1 AND is_open = 1
          UNION ALL \(ResourceRecord.select) WHERE room = ?1 AND is_open = 0 AND changed_at >= ?2)
        ORDER BY created_at, id
        """, id, leftAfter, as: ResourceRecord.init(row:)),
      operations: try rows(
        "\(OperationRecord.select) WHERE room = ? AND state = 'pending' ORDER BY id", id,
        as: OperationRecord.init(row:)))
  }
}
