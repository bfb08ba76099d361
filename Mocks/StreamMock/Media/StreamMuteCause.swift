/// Why a track is not published any more.
enum StreamMuteCause: String, Sendable {
  case userMuted = "USER_MUTED"
  case permissionRevoked = "PERMISSION_REVOKED"
  case moderation = "MODERATION"
}
