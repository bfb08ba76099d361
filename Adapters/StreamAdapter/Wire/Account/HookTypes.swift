/// The events that the service is asked to deliver: those that are read, and no other.
enum HookTypes {
  static let needed =
    room + presence + people + permissions + talk + egress

  private static let room = [
    "call.created", "call.updated", "call.live_started", "call.ended", "call.deleted", "call.session_started",
    "call.session_ended",
  ]
  private static let presence = [
    "call.session_participant_joined", "call.session_participant_left", "call.session_participant_count_updated",
  ]
  private static let people = [
    "call.user_muted", "call.kicked_user", "call.blocked_user", "call.unblocked_user", "call.member_added",
    "call.member_updated", "call.member_updated_permission", "call.member_removed",
  ]
  private static let permissions = ["call.permission_request", "call.permissions_updated"]
  private static let talk = ["custom", "call.reaction_new"]
  private static let egress =
    ["call.closed_caption"] + steps("hls_broadcasting", ["started", "stopped", "failed"])
    + steps("recording", ["started", "stopped", "ready", "failed"])
    + steps("transcription", ["started", "stopped", "ready", "failed"])
    + steps("rtmp_broadcast", ["started", "stopped", "failed"])

  private static func steps(_ name: String, _ steps: [String]) -> [String] { steps.map { "call.\(name)_\($0)" } }
}
