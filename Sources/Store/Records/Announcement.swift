/// An event to commit that concerns no room but all of a tenant. The position is given by the store.
package struct Announcement: Sendable, Hashable {
  package let tenant: String
  package let type: String
  /// Nanoseconds since 1970.
  package let recordedAt: Int64
  package let body: [UInt8]

  package init(tenant: String, type: String, recordedAt: Int64, body: [UInt8]) {
    self.tenant = tenant
    self.type = type
    self.recordedAt = recordedAt
    self.body = body
  }

  /// As it stands in the log: of no room, with its position for a sequence.
  package func record(at position: Int64) -> EventRecord {
    EventRecord(
      position: position, room: "", sequence: position, tenant: tenant, type: type, recordedAt: recordedAt, body: body)
  }
}
