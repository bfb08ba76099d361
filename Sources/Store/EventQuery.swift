/// A stretch of the log, in position order.
package struct EventQuery: Sendable, Hashable {
  package enum Scope: Sendable, Hashable {
    case room(String)
    case tenant(String)
  }

  package var scope: Scope
  /// Events behind this position.
  package var after: Int64
  package var limit: Int

  /// What concerns no room, of all tenants.
  package static func announcements(after position: Int64, limit: Int = 256) -> Self {
    Self(scope: .room(""), after: position, limit: limit)
  }

  package init(scope: Scope, after: Int64, limit: Int) {
    self.scope = scope
    self.after = after
    self.limit = limit
  }
}
