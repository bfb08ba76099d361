package import MeetingCore

/// A connection with the person behind it.
package struct ParticipantView: Sendable, Hashable {
  package let participant: Participant
  /// nil when anonymous or unknown.
  package let person: Person?

  package init(participant: Participant, person: Person?) {
    self.participant = participant
    self.person = person
  }
}
