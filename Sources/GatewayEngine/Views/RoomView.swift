package import MeetingCore

/// A room as a caller sees it.
package struct RoomView: Sendable, Hashable {
  package let room: Room
  package let host: Person
  /// nil when no session is open.
  package let session: SessionView?
  /// When the room opens or opened to its audience by itself (`starts_at` − join-ahead); nil when only go-live opens it.
  package let joinableAt: Timestamp?
  /// What leaves the room now.
  package let running: Set<EgressSort>

  package init(room: Room, host: Person, session: SessionView?, joinableAt: Timestamp?, running: Set<EgressSort> = []) {
    self.room = room
    self.host = host
    self.session = session
    self.joinableAt = joinableAt
    self.running = running
  }
}
