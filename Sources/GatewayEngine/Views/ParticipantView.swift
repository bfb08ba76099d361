package import MeetingCore

/// A connection with the person behind it.
package struct ParticipantView: Sendable, Hashable {
  package let participant: Participant
  /// nil when anonymous or unknown.
  package let person: Person?
  /// What they may publish.
  package let permissions: Set<Permission>

  package init(participant: Participant, person: Person?, permissions: Set<Permission>) {
    self.participant = participant
    self.person = person
    self.permissions = permissions
  }
}
