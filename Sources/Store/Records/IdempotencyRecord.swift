/// A claim with what became of it.
package struct IdempotencyRecord: Sendable, Hashable {
  package let claim: IdempotencyClaim
  /// The stored answer, sealed; nil while it runs.
  package let answer: [UInt8]?
  /// The id of what the request was creating, so that an orphaned claim can be settled.
  package let resource: String?

  package init(claim: IdempotencyClaim, answer: [UInt8]? = nil, resource: String? = nil) {
    self.claim = claim
    self.answer = answer
    self.resource = resource
  }
}
