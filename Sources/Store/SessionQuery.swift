/// A page of a room's sessions, newest first.
package struct SessionQuery: Sendable, Hashable {
  package var room: String
  package var limit = 25
  package var cursor: Cursor?

  package struct Cursor: Sendable, Hashable {
    package let startedAt: Int64
    package let id: String
    package init(startedAt: Int64, id: String) {
      self.startedAt = startedAt
      self.id = id
    }
  }

  package init(room: String) { self.room = room }
}
