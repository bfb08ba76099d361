import MeetingCore

/// What may be published, in the service's words. Its lists of capabilities hold much else.
enum PermissionNames {
  static func name(_ permission: Permission) -> String {
    switch permission {
    case .sendAudio: "send-audio"
    case .sendVideo: "send-video"
    case .shareScreen: "screenshare"
    }
  }

  static func names(_ permissions: Set<Permission>) -> [String] { Permission.listed(permissions).map(name) }

  static func read(_ names: [String]) -> Set<Permission> {
    Set(Permission.allCases.filter { names.contains(name($0)) })
  }
}
