package import MeetingCore

/// A validated `POST …/join-tokens` or `…/client-tokens`.
package struct TokenRequest: Sendable, Hashable {
  /// nil = anonymous (join tokens only).
  package var person: PersonInput?
  package var role: ParticipantRole?
  package var ttlSeconds: Int
  /// SDK kinds that the client carries; empty = not said.
  package var clientKinds: [String]

  package init(person: PersonInput?, role: ParticipantRole?, ttlSeconds: Int, clientKinds: [String] = []) {
    self.person = person
    self.role = role
    self.ttlSeconds = ttlSeconds
    self.clientKinds = clientKinds
  }
}
