/// Whether the caller may run.
package enum ClaimResult: Sendable, Hashable {
  case claimed
  /// Somebody had the key before: running, finished, or orphaned.
  case existing(IdempotencyRecord)
}
