/// A page of a tenant's rooms. Rooms in creation are never listed.
package struct RoomQuery: Sendable, Hashable {
  package enum SortField: String, Sendable, Hashable { case createdAt, startsAt, endedAt }

  package var tenant: String
  package var phases: [String] = []
  package var kinds: [String] = []
  package var provider: String?
  package var externalID: String?
  package var member: String?
  package var providerRef: String?
  /// Whether a session is open.
  package var hasSession: Bool?
  /// Exclusive bounds in nanoseconds since 1970.
  package var after: [SortField: Int64] = [:]
  package var before: [SortField: Int64] = [:]
  package var sort: SortField = .createdAt
  package var descending = true
  /// At most this many.
  package var limit = 25
  /// The last row of the page before: its sort value (nil sorts last) and id.
  package var cursor: Cursor?

  package struct Cursor: Sendable, Hashable {
    package let value: Int64?
    package let id: String
    package init(value: Int64?, id: String) {
      self.value = value
      self.id = id
    }
  }

  package init(tenant: String) { self.tenant = tenant }
}
