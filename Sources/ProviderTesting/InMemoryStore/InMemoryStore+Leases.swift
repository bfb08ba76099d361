package import Store

extension InMemoryStore {
  package func takeLease(_ name: String, owner: String, now: Int64, until: Int64) async throws(StoreFailure)
    -> LeaseRecord?
  {
    try writing { rows throws(StoreFailure) in
      let held = rows.leases[ExactString(name)]
      if let held, held.until > now { return nil }
      let lease = LeaseRecord(name: name, owner: owner, epoch: (held?.epoch ?? 0) + 1, until: until)
      rows.leases[ExactString(name)] = lease
      return lease
    }
  }

  package func renewLease(_ lease: LeaseRecord, until: Int64) async throws(StoreFailure) -> Bool {
    try writing { rows throws(StoreFailure) in rows.setLease(lease, until: until) }
  }

  package func releaseLease(_ lease: LeaseRecord) async throws(StoreFailure) {
    try writing { rows throws(StoreFailure) in _ = rows.setLease(lease, until: 0) }
  }
}

extension MemoryRows {
  /// False when somebody else has it by now.
  fileprivate mutating func setLease(_ lease: LeaseRecord, until: Int64) -> Bool {
    let name = ExactString(lease.name)
    guard let held = leases[name], ExactString(held.owner) == ExactString(lease.owner), held.epoch == lease.epoch else {
      return false
    }
    leases[name] = LeaseRecord(name: lease.name, owner: lease.owner, epoch: lease.epoch, until: until)
    return true
  }

  /// Those that are not in force any more.
  func broken(_ fences: [LeaseFence]) -> [LeaseFence] {
    fences.filter { leases[ExactString($0.name)]?.epoch != $0.epoch }
  }
}
