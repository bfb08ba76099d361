/// What each role may do on the built-in call types.
enum StreamGrants {
  static func grants(_ type: String, _ options: StreamMockOptions) -> [String: [String]] {
    switch type {
    case "audio_room": audioRoom(options)
    case "livestream": livestream
    case "development": development
    default: plain
    }
  }

  private static let look = ["join-call", "read-call"]
  private static let attend = look + ["create-call", "create-call-reaction", "send-event"]
  private static let egress = [
    "start-recording", "stop-recording", "start-broadcasting", "stop-broadcasting",
  ]
  private static let captions = [
    "start-transcription", "stop-transcription", "start-closed-captions", "stop-closed-captions",
  ]
  private static let moderate = ["mute-users", "block-user", "kick-user"]
  private static let manage =
    moderate + [
      "join-backstage", "join-ended-call", "end-call", "remove-call-member", "update-call", "update-call-settings",
      "update-call-permissions", "update-call-member", "update-call-member-role",
    ]
  private static let publish = ["send-audio", "send-video", "screenshare"]

  private static func owned(_ permissions: [String]) -> [String] { permissions.map { $0 + "-owner" } }

  private static func audioRoom(_ options: StreamMockOptions) -> [String: [String]] {
    let own = manage + ["send-audio"] + egress + captions
    let admin = attend + own + ["screenshare"]
    let user = attend + owned(own)
    var grants = [
      "admin": admin, "global_admin": admin, "user": user, "call_member": user,
      "moderator": user + moderate + ["send-audio"], "guest": options.audioRoomGuestGrants, "anonymous": look,
      "global_read_only": ["read-call"],
    ]
    if options.audioRoomHasHostRole { grants["host"] = admin }
    return grants
  }

  private static let livestream: [String: [String]] = {
    let own = manage + publish + ["pin-call-track"] + egress
    let user = attend + owned(own)
    return [
      "admin": attend + own, "global_admin": attend + own, "user": user, "call_member": user,
      "moderator": user + moderate, "guest": look, "anonymous": look, "global_read_only": ["read-call"],
    ]
  }()

  private static let plain: [String: [String]] = {
    let use =
      attend + publish + ["end-call", "join-ended-call", "remove-call-member", "update-call-member"] + egress + captions
    let own =
      moderate + [
        "join-backstage", "update-call", "update-call-settings", "update-call-permissions", "update-call-member-role",
        "pin-call-track",
      ]
    let user = use + owned(own)
    return [
      "admin": use + own, "global_admin": use + own, "user": user, "call_member": user, "moderator": user + moderate,
      "guest": look + ["send-audio", "send-video", "send-event"], "anonymous": [], "global_read_only": ["read-call"],
    ]
  }()

  private static let development: [String: [String]] = {
    let everything = attend + publish + manage + egress + captions + ["pin-call-track"]
    return [
      "admin": everything, "global_admin": everything, "user": everything, "call_member": everything,
      "moderator": everything, "guest": look + ["send-audio", "send-video", "send-event"], "anonymous": look,
      "global_read_only": ["read-call"],
    ]
  }()
}
