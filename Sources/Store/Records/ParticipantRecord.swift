/// A connection's row.
package struct ParticipantRecord: Sendable, Hashable {
  package let room: String
  /// The vendor's id; with `room` the key.
  package let connection: String
  /// Ours; unique.
  package let id: String
  package let person: String?
  package let role: String
  package let session: String
  package let isConnected: Bool
  /// Nanoseconds since 1970.
  package let joinedAt: Int64
  package let leftAt: Int64?
  package let changedVersion: Int64
  /// The rest of the participant, in the engine's coding.
  package let body: [UInt8]

  package init(
    room: String, connection: String, id: String, person: String? = nil, role: String, session: String,
    isConnected: Bool, joinedAt: Int64, leftAt: Int64? = nil, changedVersion: Int64, body: [UInt8]
  ) {
    self.room = room
    self.connection = connection
    self.id = id
    self.person = person
    self.role = role
    self.session = session
    self.isConnected = isConnected
    self.joinedAt = joinedAt
    self.leftAt = leftAt
    self.changedVersion = changedVersion
    self.body = body
  }
}
