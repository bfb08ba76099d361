package import MeetingCore

/// One occurrence of a room, and a page of who was there.
package struct SessionHistoryView: Sendable {
  package let session: Session
  /// Oldest join first, those who are still there among them.
  package let attendance: Page<ParticipantView>

  package init(session: Session, attendance: Page<ParticipantView>) {
    self.session = session
    self.attendance = attendance
  }
}
