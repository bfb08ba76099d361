/// An event of the log, as it was committed.
package struct EventRecord: Sendable, Hashable {
  /// Global order; the streams' cursor.
  package let position: Int64
  /// Empty where it concerns no room.
  package let room: String
  /// Per room, without gaps, from 1; without a room, the position.
  package let sequence: Int64
  package let tenant: String
  package let type: String
  /// Nanoseconds since 1970.
  package let recordedAt: Int64
  /// The event as delivered, byte for byte.
  package let body: [UInt8]

  package init(
    position: Int64, room: String, sequence: Int64, tenant: String, type: String, recordedAt: Int64, body: [UInt8]
  ) {
    self.position = position
    self.room = room
    self.sequence = sequence
    self.tenant = tenant
    self.type = type
    self.recordedAt = recordedAt
    self.body = body
  }
}
