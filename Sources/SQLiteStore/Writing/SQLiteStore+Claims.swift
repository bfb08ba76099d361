package import Store

extension SQLiteStore {
  package func claim(_ claim: IdempotencyClaim, now: Int64) async throws(StoreFailure) -> ClaimResult {
    try await writer.write { transaction throws(SQLiteFailure) in
      let held = try transaction.connection.idempotency(claim)
      if let held, held.claim.expiresAt > now { return .existing(held) }
      try transaction.connection.run(
        """
        INSERT OR REPLACE INTO idempotency(principal, route, key, fingerprint, owner, expires_at)
        VALUES (?,?,?,?,?,?)
        """, claim.principal, claim.route, claim.key, claim.fingerprint, claim.owner, claim.expiresAt)
      return .claimed
    }
  }

  package func complete(_ claim: IdempotencyClaim, answer: [UInt8]) async throws(StoreFailure) {
    try await writer.write { transaction throws(SQLiteFailure) in
      _ = try transaction.connection.run(
        "UPDATE idempotency SET answer = ? WHERE principal = ? AND route = ? AND key = ? AND owner = ?",
        answer, claim.principal, claim.route, claim.key, claim.owner)
    }
  }

  package func release(_ claim: IdempotencyClaim) async throws(StoreFailure) {
    try await writer.write { transaction throws(SQLiteFailure) in
      _ = try transaction.connection.run(
        "DELETE FROM idempotency WHERE principal = ? AND route = ? AND key = ? AND owner = ?",
        claim.principal, claim.route, claim.key, claim.owner)
    }
  }

  package func takeOver(_ claim: IdempotencyClaim, from owner: String) async throws(StoreFailure) -> Bool {
    try await writer.write { transaction throws(SQLiteFailure) in
      try transaction.connection.run(
        """
        UPDATE idempotency SET owner = ?, expires_at = ?
        WHERE principal = ? AND route = ? AND key = ? AND owner = ? AND answer IS NULL
        """, claim.owner, claim.expiresAt, claim.principal, claim.route, claim.key, owner) == 1
    }
  }
}

extension Connection {
  func idempotency(_ claim: IdempotencyClaim) throws(SQLiteFailure) -> IdempotencyRecord? {
    try first(
      """
      SELECT fingerprint, owner, expires_at, answer, resource FROM idempotency
      WHERE principal = ? AND route = ? AND key = ?
      """, claim.principal, claim.route, claim.key
    ) { row in
      let held = IdempotencyClaim(
        principal: claim.principal, route: claim.route, key: claim.key, fingerprint: row.blob(0), owner: row.text(1),
        expiresAt: row.int(2))
      return IdempotencyRecord(claim: held, answer: row.optionalBlob(3), resource: row.optionalText(4))
    }
  }
}
