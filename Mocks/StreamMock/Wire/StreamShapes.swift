/// The shapes of the request bodies.
enum StreamShapes {
  static let none = StreamShape.object([])
  private static let id = StreamShape.string(1...255)
  private static let limit = StreamField("limit", .int(0...100))
  private static let membersLimit = StreamField("members_limit", .int(0...100))
  private static let tracks = StreamShape.oneOf(["screenshare", "send-audio", "send-video"])

  static let user = StreamShape.object([
    StreamField("id", id, .required), StreamField("name", .text), StreamField("image", .text),
    StreamField("custom", .custom), StreamField("language", .text), StreamField("invisible", .flag),
    StreamField("privacy_settings", .custom), StreamField("role", .text, .serverOnly),
    StreamField("teams", .list(.text, most: 250), .serverOnly), StreamField("teams_role", .custom, .serverOnly),
  ])
  private static let member = StreamShape.object([
    StreamField("user_id", id, .required), StreamField("role", .text), StreamField("custom", .custom),
  ])
  private static let call = StreamShape.object([
    StreamField("created_by_id", id, .serverOnly), StreamField("created_by", user, .serverOnly),
    StreamField("members", .list(member, most: 100)), StreamField("custom", .custom),
    StreamField("settings_override", StreamSettingsShapes.all), StreamField("starts_at", .time),
    StreamField("team", .text), StreamField("video", .flag), StreamField("channel_cid", .text),
  ])
  private static let sort = StreamShape.object([
    StreamField("field", .text), StreamField("direction", .int(-1...1)), StreamField("type", .text),
  ])
  private static func query(sorts: Int) -> [StreamField] {
    [
      StreamField("filter_conditions", .custom), StreamField("sort", .list(sort, most: sorts)), limit,
      StreamField("next", .text), StreamField("prev", .text),
    ]
  }

  /// The first message of a coordinator connection.
  static let connect = StreamShape.object([
    StreamField("token", .text, .required),
    StreamField("products", .list(.oneOf(["chat", "video", "feeds"]), most: 3)),
    StreamField("user_details", user, .required), StreamField("member_custom_include", .list(.text, most: 8)),
  ])

  static let getOrCreateCall = StreamShape.object([
    StreamField("data", call), membersLimit, StreamField("ring", .flag), StreamField("notify", .flag),
    StreamField("video", .flag),
  ])
  static let updateCall = StreamShape.object([
    StreamField("custom", .custom), StreamField("settings_override", StreamSettingsShapes.all),
    StreamField("starts_at", .time),
  ])
  static let queryCalls = StreamShape.object(query(sorts: 2) + [StreamField("watch", .flag, .clientOnly)])
  static let joinCall = StreamShape.object([
    StreamField("location", .text, .required), StreamField("create", .flag), StreamField("data", call), membersLimit,
    StreamField("ring", .flag), StreamField("notify", .flag), StreamField("video", .flag),
    StreamField("migrating_from", .text), StreamField("migrating_from_list", .list(.text, most: 100)),
    StreamField("e2ee", .flag), StreamField("hint_high_scale_livestream_publisher", .flag),
  ])
  static let goLive = StreamShape.object(
    flags(
      "start_recording", "start_composite_recording", "start_individual_recording", "start_raw_recording", "start_hls",
      "start_transcription", "start_closed_caption")
      + [StreamField("recording_storage_name", .text), StreamField("transcription_storage_name", .text)])
  static let stopLive = StreamShape.object(
    flags(
      "continue_hls", "continue_recording", "continue_composite_recording", "continue_individual_recording",
      "continue_raw_recording", "continue_rtmp_broadcasts", "continue_transcription", "continue_closed_caption"))
  static let deleteCall = StreamShape.object([StreamField("hard", .flag)])
  static let updateMembers = StreamShape.object([
    StreamField("update_members", .list(member, most: 100)), StreamField("remove_members", .list(.text, most: 100)),
  ])
  static let queryMembers = StreamShape.object(
    query(sorts: 1) + [StreamField("type", .string(1...64), .required), StreamField("id", .string(1...64), .required)])
  static let requestPermission = StreamShape.object([
    StreamField("permissions", .list(tracks, most: 3), .required)
  ])
  static let userPermissions = StreamShape.object([
    StreamField("user_id", id, .required), StreamField("grant_permissions", .list(tracks, most: 3)),
    StreamField("revoke_permissions", .list(tracks, most: 3)),
  ])
  static let mute = StreamShape.object(
    flags("audio", "video", "screenshare", "screenshare_audio", "mute_all_users") + [
      StreamField("user_ids", .list(.text, most: 1000)), StreamField("muted_by_id", id, .serverOnly),
      StreamField("muted_by", user, .serverOnly),
    ])
  static let userID = StreamShape.object([StreamField("user_id", id, .required)])
  static let kick = StreamShape.object([
    StreamField("user_id", id, .required), StreamField("block", .flag), StreamField("kicked_by_id", id, .serverOnly),
    StreamField("kicked_by", user, .serverOnly),
  ])
  static let pin = StreamShape.object([
    StreamField("user_id", id, .required), StreamField("session_id", id, .required),
  ])
  static let event = StreamShape.object([
    StreamField("custom", .custom), StreamField("user_id", id, .serverOnly), StreamField("user", user, .serverOnly),
  ])
  static let reaction = StreamShape.object([
    StreamField("type", .string(1...64), .required), StreamField("emoji_code", .text), StreamField("custom", .custom),
  ])
  static let participants = StreamShape.object([StreamField("filter_conditions", .custom)])
  static let upsertUsers = StreamShape.object([StreamField("users", .map(user), .required)])
  static let patchUsers = StreamShape.object([
    StreamField(
      "users",
      .list(
        .object([
          StreamField("id", id, .required), StreamField("set", .custom), StreamField("unset", .list(.text, most: 100)),
        ]), most: 100), .required)
  ])
  static let guest = StreamShape.object([StreamField("user", user, .required)])
  static let queryUsers = StreamShape.object([
    StreamField("filter_conditions", .custom, .required), StreamField("sort", .list(sort, most: 5)), limit,
    StreamField("offset", .int(0...1000)), StreamField("presence", .flag),
    StreamField("include_deactivated_users", .flag), StreamField("user_id", id, .serverOnly),
    StreamField("user", user, .serverOnly),
  ])
  static let createCallType = StreamShape.object([StreamField("name", .string(1...64), .required)] + callTypeFields)
  static let updateCallType = StreamShape.object(callTypeFields)
  private static let callTypeFields = [
    StreamField("settings", StreamSettingsShapes.all), StreamField("grants", .map(.list(.text, most: 200))),
    StreamField("notification_settings", .custom), StreamField("external_storage", .text),
  ]
  /// The application document has far more members than rooms need: those that matter are read, the rest let through.
  static let updateApp = StreamShape.custom

  private static func flags(_ names: String...) -> [StreamField] { names.map { StreamField($0, .flag) } }
}
