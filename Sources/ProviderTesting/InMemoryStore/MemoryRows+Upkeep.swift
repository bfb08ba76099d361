import Store

extension MemoryRows {
  /// The claim if this owner still holds it.
  func ownClaim(_ claim: IdempotencyClaim) -> IdempotencyRecord? {
    claims[ClaimKey(claim)].flatMap { ExactString($0.claim.owner) == ExactString(claim.owner) ? $0 : nil }
  }

  /// Removes expired claims first, then expired fact keys, then old deliveries, up to `limit` in all.
  mutating func sweep(now: Int64, inboxBefore: Int64, limit: Int) -> Int {
    let staleClaims = claims.filter { $0.value.claim.expiresAt <= now }.keys.prefix(limit)
    for key in staleClaims { claims[key] = nil }
    var removed = staleClaims.count
    for room in contents.keys {
      let stale = contents[room]!.factKeys.filter { $0.value.expiresAt <= now }.keys.prefix(limit - removed)
      for key in stale { contents[room]!.factKeys[key] = nil }
      removed += stale.count
    }
    let old = inbox.filter { $0.value.receivedAt < inboxBefore }.keys.prefix(limit - removed)
    for id in old { removeDelivery(id) }
    removed += old.count
    let over = operations.filter { $0.value.state != "pending" && $0.value.deadline < inboxBefore }.keys
      .prefix(limit - removed)
    for id in over { operations[id] = nil }
    return removed + over.count
  }
}
