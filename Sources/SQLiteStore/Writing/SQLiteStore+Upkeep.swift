package import Store

extension SQLiteStore {
  package func insert(_ tenant: TenantRecord) async throws(StoreFailure) {
    try await writer.write { transaction throws(SQLiteFailure) in
      _ = try transaction.connection.run("INSERT INTO tenants(id, name) VALUES (?,?)", tenant.id, tenant.name)
    }
  }

  package func insert(_ key: KeyRecord) async throws(StoreFailure) {
    if key.scopes.contains(where: { $0.utf8.contains(10) }) { throw StoreFailure("refused: a scope of two lines") }
    try await writer.write { transaction throws(SQLiteFailure) in
      _ = try transaction.connection.run(
        "INSERT INTO keys(id, tenant, hash, name, scopes, created_at, revoked_at) VALUES (?,?,?,?,?,?,?)",
        key.id, key.tenant, key.hash, key.name, key.scopes.map { $0 + "\n" }.joined(), key.createdAt, key.revokedAt)
    }
  }

  package func revokeKey(id: String, tenant: String, at time: Int64) async throws(StoreFailure) -> Bool {
    try await writer.write { transaction throws(SQLiteFailure) in
      try transaction.connection.run(
        "UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? AND tenant = ?", time, id, tenant) == 1
    }
  }

  package func sweep(now: Int64, inboxBefore: Int64, limit: Int) async throws(StoreFailure) -> Int {
    try await writer.write { transaction throws(SQLiteFailure) in
      let connection = transaction.connection
      var removed = try connection.run(
        "DELETE FROM idempotency WHERE rowid IN (SELECT rowid FROM idempotency WHERE expires_at <= ? LIMIT ?)",
        now, limit)
      removed += try connection.run(
        "DELETE FROM fact_keys WHERE (room, key) IN (SELECT room, key FROM fact_keys WHERE expires_at <= ? LIMIT ?)",
        now, limit - removed)
      removed += try connection.run(
        "DELETE FROM inbox WHERE rowid IN (SELECT rowid FROM inbox WHERE received_at < ? LIMIT ?)",
        inboxBefore, limit - removed)
      removed += try connection.run(
        """
        DELETE FROM operations WHERE id IN
        (SELECT id FROM operations WHERE state <> 'pending' AND deadline < ? LIMIT ?)
        """, inboxBefore, limit - removed)
      return removed
    }
  }

  package func trimEvents(recordedBefore: Int64, limit: Int) async throws(StoreFailure) -> Int {
    try await writer.write { transaction throws(SQLiteFailure) in
      let oldest = try transaction.connection.rows(
        "SELECT position, recorded_at FROM events ORDER BY position LIMIT ?", limit
      ) { ($0.int(0), $0.int(1)) }
      guard let last = oldest.prefix(while: { $0.1 < recordedBefore }).last else { return 0 }
      return try transaction.connection.run("DELETE FROM events WHERE position <= ?", last.0)
    }
  }
}
