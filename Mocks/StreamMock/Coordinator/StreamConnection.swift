/// Somebody connected to the coordinator, and what they watch.
struct StreamConnection: Sendable {
  let id: String
  let userID: String
  let scope: StreamCaller.CallScope?
  /// Wall time in nanoseconds at which its token is over; nil = never.
  let expiresAt: Int64?
  /// Calls by cid. A new connection watches none.
  var watching: Set<String> = []

  /// Whether its token is good for a call.
  func admits(_ cid: String) -> Bool { scope?.cids.contains(cid) ?? true }
}
