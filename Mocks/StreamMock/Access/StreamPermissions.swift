/// The permission ids of the interface and the capability each one shows as.
enum StreamPermissions {
  /// Permissions that show as a capability under another name.
  private static let renamed = [
    "create-call-reaction": "create-reaction", "block-user": "block-users", "pin-call-track": "pin-for-everyone",
    "start-recording": "start-record-call", "stop-recording": "stop-record-call",
    "start-broadcasting": "start-broadcast-call", "stop-broadcasting": "stop-broadcast-call",
    "start-transcription": "start-transcription-call", "stop-transcription": "stop-transcription-call",
    "start-closed-captions": "start-closed-captions-call", "stop-closed-captions": "stop-closed-captions-call",
    "start-frame-recording": "start-frame-record-call", "stop-frame-recording": "stop-frame-record-call",
  ]
  /// Permissions that show nowhere.
  private static let hidden: Set<String> = [
    "send-event", "list-recordings", "delete-recording", "read-call-stats", "update-call-member-role",
  ]

  /// nil for a permission that is no capability.
  static func capability(_ permission: String) -> String? {
    hidden.contains(permission) ? nil : renamed[permission] ?? permission
  }

  /// The permission in a grant, and whether it holds only for the call's creator.
  static func parts(_ grant: String) -> (permission: String, ownerOnly: Bool) {
    if grant.hasSuffix("-owner") { return (String(grant.dropLast(6)), true) }
    if grant.hasSuffix("-any-team") { return (String(grant.dropLast(9)), false) }
    return (grant, false)
  }

  /// `join-backstage` as a refusal names it: `JoinBackstage`.
  static func actionName(_ permission: String) -> String {
    permission.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
