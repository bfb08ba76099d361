import Store

// How each record is read: the columns, and their decoding in the same order.

extension RoomRecord {
  static let select = """
    SELECT id, tenant, provider, kind, external_id, phase, version, last_sequence, header, provider_key, provider_ref,
      created_at, starts_at, ended_at FROM rooms
    """

  init(row: Row) {
    self.init(
      id: row.text(0), tenant: row.text(1), provider: row.text(2), kind: row.text(3), externalID: row.optionalText(4),
      phase: row.text(5), version: row.int(6), lastSequence: row.int(7), header: row.blob(8), providerKey: row.text(9),
      providerRef: row.optionalText(10), createdAt: row.int(11), startsAt: row.optionalInt(12),
      endedAt: row.optionalInt(13))
  }
}

extension OpenRoom {
  init(row: Row) {
    self.init(
      id: row.text(0), kind: row.text(1), phase: row.text(2), hasSession: row.bool(3), isOccupied: row.bool(4),
      endedAt: row.optionalInt(5))
  }
}

extension ParticipantRecord {
  static let select = """
    SELECT room, connection, id, person, role, session, is_connected, joined_at, left_at, changed_version, body
    FROM participants
    """

  init(row: Row) {
    self.init(
      room: row.text(0), connection: row.text(1), id: row.text(2), person: row.optionalText(3), role: row.text(4),
      session: row.text(5), isConnected: row.bool(6), joinedAt: row.int(7), leftAt: row.optionalInt(8),
      changedVersion: row.int(9), body: row.blob(10))
  }
}

extension SessionRecord {
  static let select = "SELECT id, room, vendor_id, started_at, ended_at, peak FROM sessions"

  init(row: Row) {
    self.init(
      id: row.text(0), room: row.text(1), vendorID: row.optionalText(2), startedAt: row.int(3),
      endedAt: row.optionalInt(4), peak: Int(row.int(5)))
  }
}

extension MemberRecord {
  static let select = "SELECT room, person, role FROM members"

  init(row: Row) { self.init(room: row.text(0), person: row.text(1), role: row.text(2)) }
}

extension BanRecord {
  static let select = "SELECT room, person, until, session, by, created_at FROM bans"

  init(row: Row) {
    self.init(
      room: row.text(0), person: row.text(1), until: row.optionalInt(2), session: row.optionalText(3),
      by: row.optionalText(4), createdAt: row.int(5))
  }
}

extension ResourceRecord {
  static let select = "SELECT room, id, kind, person, is_open, created_at, changed_at, body FROM resources"

  init(row: Row) {
    self.init(
      room: row.text(0), id: row.text(1), kind: row.text(2), person: row.optionalText(3), isOpen: row.bool(4),
      createdAt: row.int(5), changedAt: row.int(6), body: row.blob(7))
  }
}

extension PersonRecord {
  static let select = "SELECT tenant, external_id, name, image_url FROM people"

  init(row: Row) {
    self.init(
      tenant: row.text(0), externalID: row.text(1), name: row.optionalText(2), imageURL: row.optionalText(3))
  }
}

extension OperationRecord {
  static let select = "SELECT id, tenant, room, state, body, deadline FROM operations"

  init(row: Row) {
    self.init(
      id: row.text(0), tenant: row.text(1), room: row.optionalText(2), state: row.text(3), body: row.blob(4),
      deadline: row.int(5))
  }
}

extension EventRecord {
  static let select = "SELECT position, room, sequence, tenant, type, recorded_at, body FROM events"

  init(row: Row) {
    self.init(
      position: row.int(0), room: row.text(1), sequence: row.int(2), tenant: row.text(3), type: row.text(4),
      recordedAt: row.int(5), body: row.blob(6))
  }
}

extension InboxRecord {
  static let select = "SELECT id, provider, delivery_key, state, room_key, raw, received_at FROM inbox"

  init(row: Row) {
    self.init(
      id: row.text(0), provider: row.text(1), deliveryKey: row.optionalText(2), state: row.text(3),
      roomKey: row.optionalText(4), raw: row.blob(5), receivedAt: row.int(6))
  }
}

extension KeyRecord {
  static let select = "SELECT id, tenant, hash, name, scopes, created_at, revoked_at FROM keys"

  init(row: Row) {
    let scopes = row.text(4).utf8.split(separator: 10, omittingEmptySubsequences: false).dropLast()
    self.init(
      id: row.text(0), tenant: row.text(1), hash: row.blob(2), name: row.text(3),
      scopes: scopes.map { String(decoding: $0, as: UTF8.self) }, createdAt: row.int(5), revokedAt: row.optionalInt(6))
  }
}

extension TenantRecord {
  static let select = "SELECT id, name FROM tenants"

  init(row: Row) { self.init(id: row.text(0), name: row.text(1)) }
}
