/// What goes along with every call of a provider.
public struct CallContext: Sendable {
  /// The whole operation, all its vendor requests together, ends by then.
  public let deadline: ContinuousClock.Instant
  /// Who acts: an external id; nil = the room's host or the gateway's service person.
  public let actor: String?
  /// The same for every try of one caller's request, for vendors that take such a key.
  public let idempotencyKey: String?
  /// A W3C `traceparent` value to continue.
  public let trace: String?

  public init(
    deadline: ContinuousClock.Instant, actor: String? = nil, idempotencyKey: String? = nil, trace: String? = nil
  ) {
    self.deadline = deadline
    self.actor = actor
    self.idempotencyKey = idempotencyKey
    self.trace = trace
  }
}
