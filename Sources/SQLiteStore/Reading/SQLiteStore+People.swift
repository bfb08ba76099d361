package import Store

extension SQLiteStore {
  package func participants(_ query: ParticipantQuery) async throws(StoreFailure) -> [ParticipantRecord] {
    // Not one more condition on an absent value: each form has an index of its own.
    let session = query.session == nil ? "?8 IS NULL" : "session = ?8"
    return try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        """
        \(ParticipantRecord.select) WHERE room = ?1 AND \(session) AND (?2 IS NULL OR is_connected = ?2)
          AND (?3 IS NULL OR role = ?3) AND (?4 IS NULL OR person = ?4)
          AND (joined_at, id) > (?5, ?6) ORDER BY joined_at, id LIMIT ?7
        """, query.room, query.isConnected, query.role, query.person, query.cursor?.joinedAt ?? .min,
        query.cursor?.id ?? "", query.limit, query.session, as: ParticipantRecord.init(row:))
    }
  }

  package func participant(room: String, id: String) async throws(StoreFailure) -> ParticipantRecord? {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.first(
        "\(ParticipantRecord.select) WHERE id = ? AND room = ?", id, room, as: ParticipantRecord.init(row:))
    }
  }

  package func resources(_ query: ResourceQuery) async throws(StoreFailure) -> [ResourceRecord] {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        """
        \(ResourceRecord.select) WHERE room = ?1 AND kind = ?2 AND (?3 IS NULL OR is_open = ?3)
          AND (?4 IS NULL OR person = ?4) AND (?5 IS NULL OR (created_at, id) < (?5, ?6))
        ORDER BY created_at DESC, id DESC LIMIT ?7
        """, query.room, query.kind, query.isOpen, query.person, query.cursor?.createdAt, query.cursor?.id ?? "",
        query.limit, as: ResourceRecord.init(row:))
    }
  }

  package func resource(room: String, id: String) async throws(StoreFailure) -> ResourceRecord? {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.first(
        "\(ResourceRecord.select) WHERE id = ? AND room = ?", id, room, as: ResourceRecord.init(row:))
    }
  }

  package func openResources(_ query: OpenResourceQuery) async throws(StoreFailure) -> [ResourceRecord] {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        """
        \(ResourceRecord.select) WHERE is_open = 1 AND kind = ?1 AND changed_at < ?2 AND (changed_at, id) > (?3, ?4)
        ORDER BY changed_at, id LIMIT ?5
        """, query.kind, query.changedBefore, query.after?.changedAt ?? .min, query.after?.id ?? "", query.limit,
        as: ResourceRecord.init(row:))
    }
  }

  package func people(tenant: String, externalIDs: [String]) async throws(StoreFailure) -> [PersonRecord] {
    try await readers.read { connection throws(SQLiteFailure) in
      var seen: Set<ExactString> = []
      var found: [PersonRecord] = []
      for id in externalIDs where seen.insert(ExactString(id)).inserted {
        found += try connection.rows(
          "\(PersonRecord.select) WHERE tenant = ? AND external_id = ?", tenant, id, as: PersonRecord.init(row:))
      }
      return found
    }
  }

  package func session(id: String) async throws(StoreFailure) -> SessionRecord? {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.first("\(SessionRecord.select) WHERE id = ?", id, as: SessionRecord.init(row:))
    }
  }

  package func sessions(_ query: SessionQuery) async throws(StoreFailure) -> [SessionRecord] {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        """
        \(SessionRecord.select) WHERE room = ?1 AND (started_at, id) < (?2, ?3)
        ORDER BY started_at DESC, id DESC LIMIT ?4
        """, query.room, query.cursor?.startedAt ?? .max, query.cursor?.id ?? "", query.limit,
        as: SessionRecord.init(row:))
    }
  }

  package func operation(id: String) async throws(StoreFailure) -> OperationRecord? {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.first("\(OperationRecord.select) WHERE id = ?", id, as: OperationRecord.init(row:))
    }
  }

  package func pendingOperations(after id: String, limit: Int) async throws(StoreFailure) -> [OperationRecord] {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        "\(OperationRecord.select) WHERE state = 'pending' AND id > ? ORDER BY id LIMIT ?", id, limit,
        as: OperationRecord.init(row:))
    }
  }

  package func key(hash: [UInt8]) async throws(StoreFailure) -> KeyRecord? {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.first("\(KeyRecord.select) WHERE hash = ?", hash, as: KeyRecord.init(row:))
    }
  }

  package func keys(tenant: String) async throws(StoreFailure) -> [KeyRecord] {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        "\(KeyRecord.select) WHERE tenant = ? ORDER BY created_at, id", tenant, as: KeyRecord.init(row:))
    }
  }

  package func tenants() async throws(StoreFailure) -> [TenantRecord] {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows("\(TenantRecord.select) ORDER BY id", as: TenantRecord.init(row:))
    }
  }
}
