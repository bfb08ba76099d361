/// Somebody who belongs to a room, connected or not.
public struct Member: Sendable, Hashable {
  public let person: String
  public var role: ParticipantRole

  /// `person` is an external id.
  public init(person: String, role: ParticipantRole) {
    self.person = person
    self.role = role
  }
}
