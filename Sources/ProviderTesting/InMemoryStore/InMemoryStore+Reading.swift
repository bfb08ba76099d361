package import Store

extension InMemoryStore {
  package func room(id: String) async throws(StoreFailure) -> RoomRecord? {
    try reading { $0.rooms[ExactString(id)] }
  }

  package func room(tenant: String, externalID: String) async throws(StoreFailure) -> RoomRecord? {
    try reading { $0.rooms.values.first { MemoryRows.holds($0, externalID, of: tenant) } }
  }

  package func room(provider: String, key: String) async throws(StoreFailure) -> RoomRecord? {
    try reading { rows in
      rows.rooms.values.first {
        ExactString($0.provider) == ExactString(provider) && ExactString($0.providerKey) == ExactString(key)
      }
    }
  }

  package func room(provider: String, ref: String) async throws(StoreFailure) -> RoomRecord? {
    try reading { rows in
      rows.rooms.values.first {
        ExactString($0.provider) == ExactString(provider)
          && $0.providerRef.map(ExactString.init) == ExactString(ref)
      }
    }
  }

  package func rows(ofRoom id: String, leftAfter: Int64) async throws(StoreFailure) -> RoomRows? {
    try reading { $0.rows(ofRoom: id, leftAfter: leftAfter) }
  }

  package func rooms(_ query: RoomQuery) async throws(StoreFailure) -> [RoomRecord] {
    try reading { $0.rooms(query) }
  }

  package func creatingRooms() async throws(StoreFailure) -> [RoomRecord] {
    try reading { rows in
      rows.rooms.values.filter { $0.phase == "creating" }
        .sorted { ($0.createdAt, ExactString($0.id)) < ($1.createdAt, ExactString($1.id)) }
    }
  }

  package func openRooms(provider: String, endedAfter: Int64) async throws(StoreFailure) -> [OpenRoom] {
    try reading { $0.openRooms(provider: provider, endedAfter: endedAfter) }
  }

  package func participants(_ query: ParticipantQuery) async throws(StoreFailure) -> [ParticipantRecord] {
    try reading { $0.participants(query) }
  }

  package func participant(room: String, id: String) async throws(StoreFailure) -> ParticipantRecord? {
    try reading { $0.content(of: room).participants.values.first { ExactString($0.id) == ExactString(id) } }
  }

  package func resources(_ query: ResourceQuery) async throws(StoreFailure) -> [ResourceRecord] {
    try reading { $0.resources(query) }
  }

  package func resource(room: String, id: String) async throws(StoreFailure) -> ResourceRecord? {
    try reading { $0.content(of: room).resources[ExactString(id)] }
  }

  package func openResources(_ query: OpenResourceQuery) async throws(StoreFailure) -> [ResourceRecord] {
    try reading { $0.openResources(query) }
  }

  package func people(tenant: String, externalIDs: [String]) async throws(StoreFailure) -> [PersonRecord] {
    try reading { rows in
      let known = rows.people[ExactString(tenant)] ?? [:]
      var seen: Set<ExactString> = []
      return externalIDs.map(ExactString.init).filter { seen.insert($0).inserted }.compactMap { known[$0] }
    }
  }

  package func session(id: String) async throws(StoreFailure) -> SessionRecord? {
    try reading { rows in rows.contents.values.lazy.compactMap { $0.sessions[ExactString(id)] }.first }
  }

  package func sessions(_ query: SessionQuery) async throws(StoreFailure) -> [SessionRecord] {
    try reading { $0.sessions(query) }
  }

  package func operation(id: String) async throws(StoreFailure) -> OperationRecord? {
    try reading { $0.operations[ExactString(id)] }
  }

  package func pendingOperations(after id: String, limit: Int) async throws(StoreFailure) -> [OperationRecord] {
    try reading { $0.pendingOperations(after: id, limit: limit) }
  }

  package func key(hash: [UInt8]) async throws(StoreFailure) -> KeyRecord? {
    try reading { $0.keys.values.first { $0.hash == hash } }
  }

  package func keys(tenant: String) async throws(StoreFailure) -> [KeyRecord] {
    try reading { rows in
      rows.keys.values.filter { ExactString($0.tenant) == ExactString(tenant) }
        .sorted { ($0.createdAt, ExactString($0.id)) < ($1.createdAt, ExactString($1.id)) }
    }
  }

  package func tenants() async throws(StoreFailure) -> [TenantRecord] {
    try reading { $0.tenants.values.sorted { ExactString($0.id) < ExactString($1.id) } }
  }
}
