import Store

extension MemoryRows {
  func rows(ofRoom id: String, leftAfter: Int64) -> RoomRows? {
    guard let room = rooms[ExactString(id)] else { return nil }
    let content = content(of: id)
    return RoomRows(
      room: room,
      participants: content.participants.values
        .filter { $0.isConnected || ($0.leftAt ?? .min) >= leftAfter }.sorted(by: Self.earlierJoin),
      sessions: content.sessions.values.filter { $0.endedAt.map { $0 >= leftAfter } ?? true }
        .sorted { ($0.startedAt, ExactString($0.id)) < ($1.startedAt, ExactString($1.id)) },
      members: content.members.values.sorted { ExactString($0.person) < ExactString($1.person) },
      bans: content.bans.values.sorted { ExactString($0.person) < ExactString($1.person) },
      resources: content.resources.values.filter { $0.isOpen || $0.changedAt >= leftAfter }
        .sorted { ($0.createdAt, ExactString($0.id)) < ($1.createdAt, ExactString($1.id)) },
      operations: operations.values
        .filter { $0.state == "pending" && $0.room.map(ExactString.init) == ExactString(id) }
        .sorted { ExactString($0.id) < ExactString($1.id) })
  }

  func pendingOperations(after id: String, limit: Int) -> [OperationRecord] {
    let pending = operations.filter { $0.key > ExactString(id) && $0.value.state == "pending" }
    return pending.sorted { $0.key < $1.key }.prefix(limit).map(\.value)
  }

  func openRooms(provider: String, endedAfter: Int64) -> [OpenRoom] {
    rooms.values.filter {
      ExactString($0.provider) == ExactString(provider)
        && (["backstage", "live"].contains($0.phase)
          || $0.phase == "ended" && $0.endedAt.map { $0 >= endedAfter } ?? false)
    }.map { room in
      let content = content(of: room.id)
      return OpenRoom(
        id: room.id, kind: room.kind, phase: room.phase,
        hasSession: content.sessions.values.contains { $0.endedAt == nil },
        isOccupied: content.participants.values.contains(where: \.isConnected), endedAt: room.endedAt)
    }.sorted { ExactString($0.id) < ExactString($1.id) }
  }

  func resources(_ query: ResourceQuery) -> [ResourceRecord] {
    let matching = content(of: query.room).resources.values.filter { row in
      ExactString(row.kind) == ExactString(query.kind) && (query.isOpen.map { $0 == row.isOpen } ?? true)
        && (query.person.map { ExactString($0) == row.person.map(ExactString.init) } ?? true)
        && (query.cursor.map { (row.createdAt, ExactString(row.id)) < ($0.createdAt, ExactString($0.id)) } ?? true)
    }
    let ordered = matching.sorted { ($0.createdAt, ExactString($0.id)) > ($1.createdAt, ExactString($1.id)) }
    return Array(ordered.prefix(query.limit))
  }

  func openResources(_ query: OpenResourceQuery) -> [ResourceRecord] {
    let place = query.after.map { ($0.changedAt, ExactString($0.id)) } ?? (.min, ExactString(""))
    let matching = contents.values.flatMap(\.resources.values).filter { row in
      row.isOpen && row.changedAt < query.changedBefore && ExactString(row.kind) == ExactString(query.kind)
        && (row.changedAt, ExactString(row.id)) > place
    }
    let ordered = matching.sorted { ($0.changedAt, ExactString($0.id)) < ($1.changedAt, ExactString($1.id)) }
    return Array(ordered.prefix(query.limit))
  }

  func participants(_ query: ParticipantQuery) -> [ParticipantRecord] {
    let matching = content(of: query.room).participants.values.filter { row in
      (query.isConnected.map { $0 == row.isConnected } ?? true)
        && (query.role.map { ExactString($0) == ExactString(row.role) } ?? true)
        && (query.person.map { ExactString($0) == row.person.map(ExactString.init) } ?? true)
        && (query.session.map { ExactString($0) == ExactString(row.session) } ?? true)
        && (query.cursor.map { ($0.joinedAt, ExactString($0.id)) < (row.joinedAt, ExactString(row.id)) } ?? true)
    }
    return Array(matching.sorted(by: Self.earlierJoin).prefix(query.limit))
  }

  func sessions(_ query: SessionQuery) -> [SessionRecord] {
    let matching = content(of: query.room).sessions.values.filter { row in
      query.cursor.map { (row.startedAt, ExactString(row.id)) < ($0.startedAt, ExactString($0.id)) } ?? true
    }
    let ordered = matching.sorted { ($0.startedAt, ExactString($0.id)) > ($1.startedAt, ExactString($1.id)) }
    return Array(ordered.prefix(query.limit))
  }

  private static func earlierJoin(_ left: ParticipantRecord, _ right: ParticipantRecord) -> Bool {
    (left.joinedAt, ExactString(left.id)) < (right.joinedAt, ExactString(right.id))
  }

  func rooms(_ query: RoomQuery) -> [RoomRecord] {
    let ordered = rooms.values.filter { matches($0, query) }.sorted {
      precedes(query.place(of: $0), query.place(of: $1), query)
    }
    let rest = query.cursor.map { cursor in
      ordered.filter { precedes(cursor, query.place(of: $0), query) }
    }
    return Array((rest ?? ordered).prefix(query.limit))
  }

  /// Page order: by the sort value, those without one last, equals by id; ids follow the direction.
  private func precedes(_ left: RoomQuery.Cursor, _ right: RoomQuery.Cursor, _ query: RoomQuery) -> Bool {
    if left.value != right.value {
      guard let one = left.value else { return false }
      guard let other = right.value else { return true }
      return query.descending ? one > other : one < other
    }
    return query.descending
      ? ExactString(left.id) > ExactString(right.id) : ExactString(left.id) < ExactString(right.id)
  }

  private func matches(_ room: RoomRecord, _ query: RoomQuery) -> Bool {
    func same(_ wanted: String?, _ value: String?) -> Bool {
      wanted.map { ExactString($0) == value.map(ExactString.init) } ?? true
    }
    return room.phase != "creating" && same(query.tenant, room.tenant) && same(query.provider, room.provider)
      && same(query.externalID, room.externalID) && same(query.providerRef, room.providerRef)
      && (query.phases.isEmpty || query.phases.contains(room.phase))
      && (query.kinds.isEmpty || query.kinds.contains(room.kind))
      && matchesContent(room, query) && matchesDates(room, query)
  }

  private func matchesContent(_ room: RoomRecord, _ query: RoomQuery) -> Bool {
    let content = content(of: room.id)
    let isMember = query.member.map { content.members[ExactString($0)] != nil } ?? true
    let hasOpen = content.sessions.values.contains { $0.endedAt == nil }
    return isMember && (query.hasSession.map { $0 == hasOpen } ?? true)
  }

  private func matchesDates(_ room: RoomRecord, _ query: RoomQuery) -> Bool {
    query.after.allSatisfy { field, bound in room.value(of: field).map { $0 > bound } ?? false }
      && query.before.allSatisfy { field, bound in room.value(of: field).map { $0 < bound } ?? false }
  }
}

extension RoomQuery {
  fileprivate func place(of room: RoomRecord) -> Cursor { Cursor(value: room.value(of: sort), id: room.id) }
}

extension RoomRecord {
  fileprivate func value(of field: RoomQuery.SortField) -> Int64? {
    switch field {
    case .createdAt: createdAt
    case .startsAt: startsAt
    case .endedAt: endedAt
    }
  }
}
