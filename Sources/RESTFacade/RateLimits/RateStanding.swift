/// How a bucket stands after a request.
struct RateStanding: Sendable, Hashable {
  /// How many requests a full bucket has.
  let quota: Int
  /// Seconds in which an empty one fills; nil where things are counted that are open at the same time.
  let windowSeconds: Int64?
  let remaining: Int64
  /// Seconds until there is more than `remaining`; nil where nobody knows.
  let waitSeconds: Int64?
  /// The request is one too many.
  let isLimited: Bool
}
