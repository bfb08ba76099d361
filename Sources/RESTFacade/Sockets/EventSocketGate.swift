import EventDelivery
import GatewayEngine
import HTTPTypes
import MeetingCore

/// Lets somebody known in: the same scopes, limits and terms as a stream has.
struct EventSocketGate: Sendable {
  /// What whoever was let in holds until the socket is gone.
  struct Admission: Sendable {
    let principal: Principal
    let feed: EventFeed
    let lease: SlotLease
  }

  let gateway: Gateway
  let limits: RateLimits
  let access: Access

  func admit(_ caller: Caller, _ wish: EventWish, _ head: HTTPRequestHead) async throws(GatewayError) -> Admission {
    let scope = try wish.scope(for: caller.principal, access)
    let (lease, refusal) = limits.openStream(of: caller.principal, from: head)
    if let refusal { throw refusal.refusal }
    let feed = try await gateway.subscribe(scope, from: wish.start, types: wish.types, caller: caller)
    return Admission(principal: caller.principal, feed: feed, lease: lease)
  }

  /// Counts what a client says against its requests.
  func count(_ principal: Principal) throws(GatewayError) {
    if let report = limits.request(of: principal), report.standing.isLimited { throw report.refusal }
  }
}
