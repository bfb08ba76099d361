import Store

extension Connection {
  func insert(_ room: RoomRecord) throws(SQLiteFailure) {
    try run(
      """
      INSERT INTO rooms(tenant, provider, kind, external_id, phase, version, last_sequence, header, provider_key,
        provider_ref, created_at, starts_at, ended_at, id) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)
      """,
      room.tenant, room.provider, room.kind, room.externalID, room.phase, room.version, room.lastSequence, room.header,
      room.providerKey, room.providerRef, room.createdAt, room.startsAt, room.endedAt, room.id)
  }

  /// False when the stored version or last sequence is another one, or there is no such room.
  func update(_ room: RoomRecord, expected: Int64, lastSequence: Int64) throws(SQLiteFailure) -> Bool {
    try run(
      """
      UPDATE rooms SET tenant=?, provider=?, kind=?, external_id=?, phase=?, version=?, last_sequence=?, header=?,
        provider_key=?, provider_ref=?, created_at=?, starts_at=?, ended_at=?
      WHERE id=? AND version=? AND last_sequence=?
      """,
      room.tenant, room.provider, room.kind, room.externalID, room.phase, room.version, room.lastSequence, room.header,
      room.providerKey, room.providerRef, room.createdAt, room.startsAt, room.endedAt, room.id, expected, lastSequence)
      == 1
  }

  /// Deletes a room and all its rows; false when its version is another one, or there is no such room.
  func deleteRoom(_ id: String, _ expected: Int64) throws(SQLiteFailure) -> Bool {
    if try run("DELETE FROM rooms WHERE id = ? AND version = ?", id, expected) == 0 { return false }
    for table in ["participants", "sessions", "resources", "members", "bans", "fact_keys", "operations", "events"] {
      try run("DELETE FROM \(table) WHERE room = ?", id)
    }
    return true
  }

  func version(ofRoom id: String) throws(SQLiteFailure) -> Int64? {
    try first("SELECT version FROM rooms WHERE id = ?", id) { $0.int(0) }
  }

  func write(_ row: ParticipantRecord) throws(SQLiteFailure) {
    try run(
      """
      INSERT INTO participants(room, connection, id, person, role, session, is_connected, joined_at, left_at,
        changed_version, body) VALUES (?,?,?,?,?,?,?,?,?,?,?)
      ON CONFLICT(room, connection) DO UPDATE SET id=excluded.id, person=excluded.person, role=excluded.role,
        session=excluded.session, is_connected=excluded.is_connected, joined_at=excluded.joined_at,
        left_at=excluded.left_at, changed_version=excluded.changed_version, body=excluded.body
      """,
      row.room, row.connection, row.id, row.person, row.role, row.session, row.isConnected, row.joinedAt, row.leftAt,
      row.changedVersion, row.body)
  }

  func write(_ row: SessionRecord) throws(SQLiteFailure) {
    let count = try run(
      """
      INSERT INTO sessions(id, room, vendor_id, started_at, ended_at, peak) VALUES (?,?,?,?,?,?)
      ON CONFLICT(id) DO UPDATE SET vendor_id=excluded.vendor_id, started_at=excluded.started_at,
        ended_at=excluded.ended_at, peak=excluded.peak WHERE room=excluded.room
      """, row.id, row.room, row.vendorID, row.startedAt, row.endedAt, row.peak)
    if count == 0 { throw .refused("the session is of another room") }
  }

  func write(_ row: ResourceRecord) throws(SQLiteFailure) {
    let count = try run(
      """
      INSERT INTO resources(id, room, kind, person, is_open, created_at, changed_at, body) VALUES (?,?,?,?,?,?,?,?)
      ON CONFLICT(id) DO UPDATE SET kind=excluded.kind, person=excluded.person, is_open=excluded.is_open,
        created_at=excluded.created_at, changed_at=excluded.changed_at, body=excluded.body WHERE room=excluded.room
      """, row.id, row.room, row.kind, row.person, row.isOpen, row.createdAt, row.changedAt, row.body)
    if count == 0 { throw .refused("the resource is of another room") }
  }

  func write(_ row: MemberRecord) throws(SQLiteFailure) {
    try run("INSERT OR REPLACE INTO members(room, person, role) VALUES (?,?,?)", row.room, row.person, row.role)
  }

  func removeMember(_ person: String, from room: String) throws(SQLiteFailure) {
    try run("DELETE FROM members WHERE room = ? AND person = ?", room, person)
  }

  func write(_ row: BanRecord) throws(SQLiteFailure) {
    try run(
      "INSERT OR REPLACE INTO bans(room, person, until, session, by, created_at) VALUES (?,?,?,?,?,?)",
      row.room, row.person, row.until, row.session, row.by, row.createdAt)
  }

  func removeBan(_ person: String, from room: String) throws(SQLiteFailure) {
    try run("DELETE FROM bans WHERE room = ? AND person = ?", room, person)
  }

  func write(_ row: FactKey, room: String) throws(SQLiteFailure) {
    try run("INSERT OR REPLACE INTO fact_keys(room, key, expires_at) VALUES (?,?,?)", room, row.key, row.expiresAt)
  }
}
