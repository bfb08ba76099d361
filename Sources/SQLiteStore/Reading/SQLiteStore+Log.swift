package import Store

extension SQLiteStore {
  package func events(_ query: EventQuery) async throws(StoreFailure) -> [EventRecord] {
    let (column, id) =
      switch query.scope {
      case .room(let id): ("room", id)
      case .tenant(let id): ("tenant", id)
      }
    return try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        "\(EventRecord.select) WHERE \(column) = ? AND position > ? ORDER BY position LIMIT ?", id, query.after,
        query.limit, as: EventRecord.init(row:))
    }
  }

  package func position(room: String, sequence: Int64) async throws(StoreFailure) -> Int64? {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.first("SELECT position FROM events WHERE room = ? AND sequence = ?", room, sequence) { $0.int(0) }
    }
  }

  package func logBounds() async throws(StoreFailure) -> (oldest: Int64, newest: Int64) {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.snapshot { () throws(SQLiteFailure) in
        let newest = try connection.first("SELECT position FROM log_head") { $0.int(0) } ?? 0
        let oldest = try connection.first("SELECT position FROM events ORDER BY position LIMIT 1") { $0.int(0) }
        return (oldest: oldest ?? (newest == 0 ? 0 : newest + 1), newest: newest)
      }
    }
  }

  package func hasDelivery(provider: String, key: String) async throws(StoreFailure) -> Bool {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.first("SELECT 1 FROM inbox WHERE provider = ? AND delivery_key = ?", provider, key) { _ in true }
        ?? false
    }
  }

  package func parkedDeliveries(provider: String, roomKey: String) async throws(StoreFailure) -> [InboxRecord] {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        """
        \(InboxRecord.select) WHERE state = 'parked' AND provider = ? AND room_key = ? ORDER BY received_at, id
        """, provider, roomKey, as: InboxRecord.init(row:))
    }
  }

  package func roomsWithParkedDeliveries() async throws(StoreFailure) -> [(provider: String, roomKey: String)] {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        """
        SELECT DISTINCT provider, room_key FROM inbox WHERE state = 'parked' AND room_key IS NOT NULL
        ORDER BY provider, room_key
        """
      ) { (provider: $0.text(0), roomKey: $0.text(1)) }
    }
  }

  package func unverifiedDeliveries(provider: String, limit: Int) async throws(StoreFailure) -> [InboxRecord] {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows(
        """
        \(InboxRecord.select) WHERE state = 'unverified' AND provider = ? ORDER BY received_at, id LIMIT ?
        """, provider, limit, as: InboxRecord.init(row:))
    }
  }

  package func unverifiedCounts() async throws(StoreFailure) -> [String: Int] {
    let rows = try await readers.read { connection throws(SQLiteFailure) in
      try connection.rows("SELECT provider, count(*) FROM inbox WHERE state = 'unverified' GROUP BY provider") {
        (provider: $0.text(0), count: Int($0.int(1)))
      }
    }
    return rows.reduce(into: [:]) { $0[$1.provider] = $1.count }
  }

  package func hasFactKey(room: String, key: String, now: Int64) async throws(StoreFailure) -> Bool {
    try await readers.read { connection throws(SQLiteFailure) in
      try connection.first(
        "SELECT 1 FROM fact_keys WHERE room = ? AND key = ? AND expires_at > ?", room, key, now
      ) { _ in true } ?? false
    }
  }
}
