/// A session's row.
package struct SessionRecord: Sendable, Hashable {
  package let id: String
  package let room: String
  /// Unique within the room.
  package let vendorID: String?
  /// Nanoseconds since 1970.
  package let startedAt: Int64
  package let endedAt: Int64?
  package let peak: Int

  package init(id: String, room: String, vendorID: String? = nil, startedAt: Int64, endedAt: Int64? = nil, peak: Int) {
    self.id = id
    self.room = room
    self.vendorID = vendorID
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.peak = peak
  }
}
