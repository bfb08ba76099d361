import Store

/// What the tail knows of one subscription.
struct Follower {
  typealias Waiter = CheckedContinuation<Wake, Never>

  /// Why a waiting follower goes on.
  enum Wake: Sendable { case look, idle, ended }

  let scope: EventQuery.Scope
  var waiter: Waiter?
  /// Everything up to here is known not to be for this follower.
  var skipped: Int64 = 0
  /// Wall time in nanoseconds since 1970 at which it is ended.
  var deadline = Int64.max

  mutating func takeWaiter() -> Waiter? {
    defer { waiter = nil }
    return waiter
  }
}
