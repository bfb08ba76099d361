/// A page of a room's connections, oldest join first.
package struct ParticipantQuery: Sendable, Hashable {
  package var room: String
  /// nil = connected and left alike.
  package var isConnected: Bool?
  package var role: String?
  package var person: String?
  /// Only those of this session of ours.
  package var session: String?
  package var limit = 25
  package var cursor: Cursor?

  package struct Cursor: Sendable, Hashable {
    package let joinedAt: Int64
    package let id: String
    package init(joinedAt: Int64, id: String) {
      self.joinedAt = joinedAt
      self.id = id
    }
  }

  package init(room: String) { self.room = room }
}
