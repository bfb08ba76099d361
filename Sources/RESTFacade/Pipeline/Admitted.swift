import GatewayEngine

/// A request whose head is in order.
struct Admitted: Sendable {
  let route: Route
  let parameters: PathParameters
  let query: Query
  /// nil where nobody has to be known.
  let caller: Caller?
  /// The caller's `Idempotency-Key`, where it counts.
  let key: String?
}

/// What the head of a request leads to.
enum Judgement: Sendable {
  case route(Admitted)
  /// An OPTIONS, answered.
  case answered(Answer)
}
