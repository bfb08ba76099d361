import JSONCoding

/// Somebody whom a call was made for, there or not.
public struct CallMember: Sendable, Hashable, Identifiable {
  public let user: User
  /// The role within the call.
  public let role: String?
  /// The application's own, of this membership.
  public let custom: [String: RawJSON]

  public var id: String { user.id }
  public var userId: String { user.id }

  /// nil for a row without a user.
  init?(_ json: JSON) {
    guard let reading = MemberReading(json) else { return nil }
    user = User(json["user"]) ?? User(id: reading.user)
    role = reading.role
    custom = RawJSON.members(json["custom"])
  }
}
