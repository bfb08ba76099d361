import AdapterKit
import JSONCoding

/// Somebody who is to be a member of a call.
public struct MemberRequest: Sendable, Hashable {
  public var userId: String
  /// The role within the call; nil = the service's default. To be more than anybody else, a member needs one.
  public var role: String?
  public var custom: [String: RawJSON]

  public init(userId: String, role: String? = nil, custom: [String: RawJSON] = [:]) {
    self.userId = userId
    self.role = role
    self.custom = custom
  }

  var json: JSON {
    .object(
      .present([
        "user_id": .string(userId), "role": role.map(JSON.string),
        "custom": custom.isEmpty ? nil : RawJSON.json(custom),
      ]))
  }
}
