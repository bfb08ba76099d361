/// One caller's request that shall run at most once.
package struct IdempotencyClaim: Sendable, Hashable {
  /// Key and actor, or room and person.
  package let principal: String
  /// Method and concrete path.
  package let route: String
  /// The caller's `Idempotency-Key`.
  package let key: String
  /// SHA-256 of the canonical body.
  package let fingerprint: [UInt8]
  /// The process that runs it; another process's unfinished claim is an orphan.
  package let owner: String
  /// Nanoseconds since 1970; afterwards the key counts as new.
  package let expiresAt: Int64

  package init(principal: String, route: String, key: String, fingerprint: [UInt8], owner: String, expiresAt: Int64) {
    self.principal = principal
    self.route = route
    self.key = key
    self.fingerprint = fingerprint
    self.owner = owner
    self.expiresAt = expiresAt
  }
}
