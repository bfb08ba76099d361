import Store

extension Connection {
  func write(_ row: PersonRecord) throws(SQLiteFailure) {
    try run(
      "INSERT OR REPLACE INTO people(tenant, external_id, name, image_url) VALUES (?,?,?,?)",
      row.tenant, row.externalID, row.name, row.imageURL)
  }

  func write(_ row: OperationRecord) throws(SQLiteFailure) {
    try run(
      "INSERT OR REPLACE INTO operations(id, tenant, room, state, body, deadline) VALUES (?,?,?,?,?,?)",
      row.id, row.tenant, row.room, row.state, row.body, row.deadline)
  }

  /// Whether another delivery has the key.
  func isRepeated(_ row: InboxRecord, _ key: String) throws(SQLiteFailure) -> Bool {
    try first(
      "SELECT 1 FROM inbox WHERE provider = ? AND delivery_key = ? AND id <> ?", row.provider, key, row.id
    ) { _ in true } ?? false
  }

  func write(_ row: InboxRecord) throws(SQLiteFailure) {
    try run(
      """
      INSERT INTO inbox(id, provider, delivery_key, state, room_key, raw, received_at) VALUES (?,?,?,?,?,?,?)
      ON CONFLICT(id) DO UPDATE SET provider=excluded.provider, delivery_key=excluded.delivery_key,
        state=excluded.state, room_key=excluded.room_key, raw=excluded.raw, received_at=excluded.received_at
      """, row.id, row.provider, row.deliveryKey, row.state, row.roomKey, row.raw, row.receivedAt)
  }

  /// Notes what a claim creates, if its owner still holds it.
  func tie(_ claim: IdempotencyClaim, to resource: String) throws(SQLiteFailure) {
    try run(
      "UPDATE idempotency SET resource = ? WHERE principal = ? AND route = ? AND key = ? AND owner = ?",
      resource, claim.principal, claim.route, claim.key, claim.owner)
  }
}
