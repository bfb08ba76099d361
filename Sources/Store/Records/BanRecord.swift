/// A ban's row.
package struct BanRecord: Sendable, Hashable {
  package let room: String
  package let person: String
  /// Nanoseconds since 1970; nil = until deleted.
  package let until: Int64?
  package let session: String?
  package let by: String?
  package let createdAt: Int64

  package init(
    room: String, person: String, until: Int64? = nil, session: String? = nil, by: String? = nil, createdAt: Int64
  ) {
    self.room = room
    self.person = person
    self.until = until
    self.session = session
    self.by = by
    self.createdAt = createdAt
  }
}
