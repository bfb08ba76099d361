/// Why a track is not published any more.
package enum MediaMuteCause: Sendable, Hashable {
  /// Its owner muted it.
  case userMuted
  /// The right to publish it was taken.
  case permissionRevoked
  case moderation
  /// Not told, or one this client does not know.
  case other(String)

  package init(name: String) {
    switch name {
    case "USER_MUTED": self = .userMuted
    case "PERMISSION_REVOKED": self = .permissionRevoked
    case "MODERATION": self = .moderation
    default: self = .other(name)
    }
  }
}
