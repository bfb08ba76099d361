package import MeetingCore

/// A member with the person behind it.
package struct MemberView: Sendable, Hashable {
  package let person: Person
  package let role: ParticipantRole

  package init(person: Person, role: ParticipantRole) {
    self.person = person
    self.role = role
  }
}
