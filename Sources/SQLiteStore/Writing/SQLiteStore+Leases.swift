package import Store

extension SQLiteStore {
  package func takeLease(_ name: String, owner: String, now: Int64, until: Int64) async throws(StoreFailure)
    -> LeaseRecord?
  {
    try await writer.write { transaction throws(SQLiteFailure) in
      try transaction.connection.takeLease(name, owner, now, until)
    }
  }

  package func renewLease(_ lease: LeaseRecord, until: Int64) async throws(StoreFailure) -> Bool {
    try await writer.write { transaction throws(SQLiteFailure) in
      try transaction.connection.run(
        "UPDATE leases SET until = ? WHERE name = ? AND owner = ? AND epoch = ?", until, lease.name, lease.owner,
        lease.epoch) == 1
    }
  }

  package func releaseLease(_ lease: LeaseRecord) async throws(StoreFailure) {
    try await writer.write { transaction throws(SQLiteFailure) in
      _ = try transaction.connection.run(
        "UPDATE leases SET until = 0 WHERE name = ? AND owner = ? AND epoch = ?", lease.name, lease.owner, lease.epoch)
    }
  }
}

extension Connection {
  fileprivate func takeLease(_ name: String, _ owner: String, _ now: Int64, _ until: Int64) throws(SQLiteFailure)
    -> LeaseRecord?
  {
    let held = try first("SELECT epoch, until FROM leases WHERE name = ?", name) { ($0.int(0), $0.int(1)) }
    if let held, held.1 > now { return nil }
    let lease = LeaseRecord(name: name, owner: owner, epoch: (held?.0 ?? 0) + 1, until: until)
    try run(
      "INSERT OR REPLACE INTO leases(name, owner, epoch, until) VALUES (?,?,?,?)", lease.name, lease.owner, lease.epoch,
      lease.until)
    return lease
  }

  /// Those that are not in force any more.
  func broken(_ fences: [LeaseFence]) throws(SQLiteFailure) -> [LeaseFence] {
    var broken: [LeaseFence] = []
    for fence in fences {
      let epoch = try first("SELECT epoch FROM leases WHERE name = ?", fence.name) { $0.int(0) }
      if epoch != fence.epoch { broken.append(fence) }
    }
    return broken
  }
}
