package import MeetingCore

/// A connection with the person behind it.
package struct ParticipantView: Sendable, Hashable {
  package let participant: Participant
  /// nil when anonymous or unknown.
  package let person: Person?
  /// What they may publish.
  package let permissions: Set<Permission>
  /// Whether they are the one heard most; nil where nobody tells.
  package let isSpeaking: Bool?
  /// How loud they are, from 0 to 1; nil where nobody tells.
  package let audioLevel: Double?

  package init(participant: Participant, person: Person?, permissions: Set<Permission>, in room: Room) {
    self.participant = participant
    self.person = person
    self.permissions = permissions
    let seat = participant.isConnected ? room.seat : nil
    isSpeaking = seat?.isSpeaking(participant.connection)
    audioLevel = seat?.level(of: participant.connection)
  }
}
