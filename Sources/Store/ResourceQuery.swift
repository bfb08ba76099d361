/// A page of a room's resources of one kind, newest first.
package struct ResourceQuery: Sendable, Hashable {
  package var room: String
  package var kind: String
  /// nil = open and over alike.
  package var isOpen: Bool?
  package var person: String?
  package var limit = 25
  package var cursor: Cursor?

  package struct Cursor: Sendable, Hashable {
    package let createdAt: Int64
    package let id: String
    package init(createdAt: Int64, id: String) {
      self.createdAt = createdAt
      self.id = id
    }
  }

  package init(room: String, kind: String) {
    self.room = room
    self.kind = kind
  }
}
