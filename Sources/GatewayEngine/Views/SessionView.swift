package import MeetingCore

/// An open session with its numbers, derived from the set of connections.
package struct SessionView: Sendable, Hashable {
  package let session: Session
  /// Connections.
  package let participantCount: Int
  package let personCount: Int
  package let personCountByRole: [ParticipantRole: Int]
  package let anonymousCount: Int

  package init(
    session: Session, participantCount: Int, personCount: Int, personCountByRole: [ParticipantRole: Int],
    anonymousCount: Int
  ) {
    self.session = session
    self.participantCount = participantCount
    self.personCount = personCount
    self.personCountByRole = personCountByRole
    self.anonymousCount = anonymousCount
  }
}
