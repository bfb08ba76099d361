/// Whom the engine has decided to let in, and how.
public struct Admission: Sendable, Hashable {
  /// nil = anonymous.
  public let person: Person?
  public let role: ParticipantRole
  public let expiresAt: Timestamp
  public let issuedAt: Timestamp
  /// What they may publish; nil = what the role may.
  public let permissions: Set<Permission>?

  public init(
    person: Person?, role: ParticipantRole, issuedAt: Timestamp, expiresAt: Timestamp,
    permissions: Set<Permission>? = nil
  ) {
    self.permissions = permissions
    self.person = person
    self.role = role
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
  }

  /// What they may publish, in the order of the vocabulary.
  public func effective(in kind: RoomKind) -> [Permission] {
    Permission.listed(permissions ?? role.permissions(in: kind))
  }
}
