package import Cryptography
package import MeetingCore

/// A fresh client token.
package struct ClientGrant: Sendable {
  package let token: Secret
  package let expiresAt: Timestamp
  package let room: String
  package let person: Person
  package let role: ParticipantRole

  package init(token: Secret, expiresAt: Timestamp, room: String, person: Person, role: ParticipantRole) {
    self.token = token
    self.expiresAt = expiresAt
    self.room = room
    self.person = person
    self.role = role
  }
}
