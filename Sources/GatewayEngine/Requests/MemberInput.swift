package import MeetingCore

/// Somebody who shall belong to a room. Without a role they keep theirs, or get the room's usual one.
package struct MemberInput: Sendable, Hashable {
  package let person: PersonInput
  package let role: ParticipantRole?

  package init(person: PersonInput, role: ParticipantRole?) {
    self.person = person
    self.role = role
  }
}
