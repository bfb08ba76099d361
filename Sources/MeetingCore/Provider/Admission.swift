/// Whom the engine has decided to let in, and how.
public struct Admission: Sendable, Hashable {
  /// nil = anonymous.
  public let person: Person?
  public let role: ParticipantRole
  public let expiresAt: Timestamp
  public let issuedAt: Timestamp

  public init(person: Person?, role: ParticipantRole, issuedAt: Timestamp, expiresAt: Timestamp) {
    self.person = person
    self.role = role
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
  }
}
