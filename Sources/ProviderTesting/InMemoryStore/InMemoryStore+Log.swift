package import Store

extension InMemoryStore {
  package func events(_ query: EventQuery) async throws(StoreFailure) -> [EventRecord] {
    try reading { rows in
      let later = rows.log[rows.firstIndex(after: query.after)...].lazy
      let wanted = later.filter {
        switch query.scope {
        case .room(let id): ExactString($0.room) == ExactString(id)
        case .tenant(let id): ExactString($0.tenant) == ExactString(id)
        }
      }
      return Array(wanted.prefix(query.limit))
    }
  }

  package func position(room: String, sequence: Int64) async throws(StoreFailure) -> Int64? {
    try reading { rows in
      rows.log.first { $0.sequence == sequence && ExactString($0.room) == ExactString(room) }?.position
    }
  }

  package func logBounds() async throws(StoreFailure) -> (oldest: Int64, newest: Int64) {
    let bounds = try reading { rows in [rows.log.first?.position, rows.newestPosition] }
    let newest = bounds[1] ?? 0
    return (oldest: bounds[0] ?? (newest == 0 ? 0 : newest + 1), newest: newest)
  }

  package func hasDelivery(provider: String, key: String) async throws(StoreFailure) -> Bool {
    try reading { rows in rows.delivery(provider, key) != nil }
  }

  package func parkedDeliveries(provider: String, roomKey: String) async throws(StoreFailure) -> [InboxRecord] {
    try reading { rows in
      rows.inbox.values.filter {
        $0.state == "parked" && ExactString($0.provider) == ExactString(provider)
          && $0.roomKey.map(ExactString.init) == ExactString(roomKey)
      }
      .sorted { ($0.receivedAt, ExactString($0.id)) < ($1.receivedAt, ExactString($1.id)) }
    }
  }

  package func roomsWithParkedDeliveries() async throws(StoreFailure) -> [(provider: String, roomKey: String)] {
    let pairs = try reading { rows in
      Set(
        rows.inbox.values.filter { $0.state == "parked" }.compactMap { row in
          row.roomKey.map { [ExactString(row.provider), ExactString($0)] }
        })
    }
    return pairs.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }.map { (provider: $0[0].value, roomKey: $0[1].value) }
  }

  package func unverifiedDeliveries(provider: String, limit: Int) async throws(StoreFailure) -> [InboxRecord] {
    try reading { rows in
      let waiting = rows.inbox.values.filter {
        $0.state == "unverified" && ExactString($0.provider) == ExactString(provider)
      }
      return Array(
        waiting.sorted { ($0.receivedAt, ExactString($0.id)) < ($1.receivedAt, ExactString($1.id)) }.prefix(limit))
    }
  }

  package func unverifiedCounts() async throws(StoreFailure) -> [String: Int] {
    try reading { rows in
      rows.inbox.values.filter { $0.state == "unverified" }.reduce(into: [:]) { $0[$1.provider, default: 0] += 1 }
    }
  }

  package func hasFactKey(room: String, key: String, now: Int64) async throws(StoreFailure) -> Bool {
    try reading { rows in
      rows.content(of: room).factKeys[ExactString(key)].map { $0.expiresAt > now } ?? false
    }
  }
}
