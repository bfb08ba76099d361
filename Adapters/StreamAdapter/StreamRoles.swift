/// How our roles are told to the service as member roles of a call.
public struct StreamRoles: Sendable, Hashable {
  public var host = "admin"
  public var coHost = "admin"
  public var speaker = "moderator"
  public var listener = "user"
  public var agent = "moderator"

  /// The built-in audio room: admins run it, moderators and admins may speak, users listen.
  public init() {}

  /// Meetings: everybody may speak, so that nobody needs more than `user` for it.
  public static var meeting: Self {
    var roles = Self()
    roles.speaker = "user"
    roles.agent = "user"
    return roles
  }
}
