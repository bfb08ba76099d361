package import Store

extension InMemoryStore {
  package func claim(_ claim: IdempotencyClaim, now: Int64) async throws(StoreFailure) -> ClaimResult {
    try writing { rows throws(StoreFailure) in
      let key = MemoryRows.ClaimKey(claim)
      if let held = rows.claims[key], held.claim.expiresAt > now { return .existing(held) }
      rows.claims[key] = IdempotencyRecord(claim: claim)
      return .claimed
    }
  }

  package func complete(_ claim: IdempotencyClaim, answer: [UInt8]) async throws(StoreFailure) {
    try writing { rows throws(StoreFailure) in
      guard let held = rows.ownClaim(claim) else { return }
      rows.claims[.init(claim)] = IdempotencyRecord(claim: held.claim, answer: answer, resource: held.resource)
    }
  }

  package func release(_ claim: IdempotencyClaim) async throws(StoreFailure) {
    try writing { rows throws(StoreFailure) in
      if rows.ownClaim(claim) != nil { rows.claims[.init(claim)] = nil }
    }
  }

  package func takeOver(_ claim: IdempotencyClaim, from owner: String) async throws(StoreFailure) -> Bool {
    try writing { rows throws(StoreFailure) in
      guard let held = rows.claims[.init(claim)], held.answer == nil, held.claim.owner == owner else { return false }
      let taken = IdempotencyClaim(
        principal: claim.principal, route: claim.route, key: claim.key, fingerprint: held.claim.fingerprint,
        owner: claim.owner, expiresAt: claim.expiresAt)
      rows.claims[.init(claim)] = IdempotencyRecord(claim: taken, resource: held.resource)
      return true
    }
  }

  package func insert(_ tenant: TenantRecord) async throws(StoreFailure) {
    try writing { rows throws(StoreFailure) in
      let id = ExactString(tenant.id)
      if rows.tenants[id] != nil { throw StoreFailure("refused: the tenant exists") }
      rows.tenants[id] = tenant
    }
  }

  package func insert(_ key: KeyRecord) async throws(StoreFailure) {
    try writing { rows throws(StoreFailure) in
      let id = ExactString(key.id)
      let isTaken = rows.keys[id] != nil || rows.keys.values.contains { $0.hash == key.hash }
      if isTaken { throw StoreFailure("refused: the key exists") }
      rows.keys[id] = key
    }
  }

  package func revokeKey(id: String, tenant: String, at time: Int64) async throws(StoreFailure) -> Bool {
    try writing { rows throws(StoreFailure) in
      guard let key = rows.keys[ExactString(id)], ExactString(key.tenant) == ExactString(tenant) else { return false }
      rows.keys[ExactString(id)] = KeyRecord(
        id: key.id, tenant: key.tenant, hash: key.hash, name: key.name, scopes: key.scopes, createdAt: key.createdAt,
        revokedAt: key.revokedAt ?? time)
      return true
    }
  }

  package func sweep(now: Int64, inboxBefore: Int64, limit: Int) async throws(StoreFailure) -> Int {
    try writing { rows throws(StoreFailure) in rows.sweep(now: now, inboxBefore: inboxBefore, limit: limit) }
  }

  package func trimEvents(recordedBefore: Int64, limit: Int) async throws(StoreFailure) -> Int {
    try writing { rows throws(StoreFailure) in
      let count = rows.log.prefix(limit).prefix { $0.recordedAt < recordedBefore }.count
      rows.log.removeFirst(count)
      return count
    }
  }
}
