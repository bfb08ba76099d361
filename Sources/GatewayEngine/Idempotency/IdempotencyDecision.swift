/// What a keyed request may do.
package enum IdempotencyDecision: Sendable, Equatable {
  /// Run it, then finish, suspend or abandon the claim.
  case run
  /// Answer this again, with `Idempotent-Replayed: true`.
  case replay(StoredAnswer)
}
