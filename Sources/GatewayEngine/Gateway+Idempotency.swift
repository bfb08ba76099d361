package import MeetingCore
package import Store

extension Gateway {
  /// Begins a keyed request. Waits for a while for one that is running.
  package func beginIdempotent(_ claim: IdempotencyClaim) async throws(GatewayError) -> IdempotencyDecision {
    try await idempotency.begin(claim)
  }

  package func finishIdempotent(_ claim: IdempotencyClaim, _ answer: StoredAnswer) async throws(GatewayError) {
    try await idempotency.finish(claim, answer)
  }

  /// Forgets the claim: the request was refused or failed in a way that must not be remembered.
  package func abandonIdempotent(_ claim: IdempotencyClaim) async { await idempotency.abandon(claim) }

  /// Keeps the claim without an answer: an operation will tell the outcome, and a repeat asks again.
  package func suspendIdempotent(_ claim: IdempotencyClaim) { idempotency.suspend(claim) }

  /// The store failed while the request ran: a repeat finds out how far it came.
  package func interruptIdempotent(_ claim: IdempotencyClaim) async { await idempotency.interrupt(claim) }

  /// Runs to its end even if the caller's task is cancelled; waited for at shutdown.
  package func shielded<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    await services.tasks.shielded(work)
  }
}
