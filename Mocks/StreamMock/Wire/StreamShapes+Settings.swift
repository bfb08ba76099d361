/// The shapes of `settings_override`.
enum StreamSettingsShapes {
  private static let mode = StreamShape.oneOf(["available", "disabled", "auto-on"])
  private static let heights = ["360p", "480p", "720p", "1080p", "1440p"]
  private static let quality = StreamShape.oneOf(
    heights + [
      "portrait-360x640", "portrait-480x854", "portrait-720x1280", "portrait-1080x1920", "portrait-1440x2560",
    ])
  private static let resolution = StreamShape.object([
    StreamField("width", .int(240...3840), .required), StreamField("height", .int(240...3840), .required),
    StreamField("bitrate", .int(0...6_000_000)),
  ])
  private static let layout = StreamShape.object([
    StreamField("name", .oneOf(["spotlight", "grid", "single-participant", "mobile", "custom"]), .required),
    StreamField("detect_orientation", .flag), StreamField("external_app_url", .text),
    StreamField("external_css_url", .text), StreamField("options", .custom),
  ])
  private static let wide = 0...Int(Int32.max)
  private static let ring = StreamShape.int(5000...180_000)

  static let all = StreamShape.object([
    StreamField("audio", audio), StreamField("video", video), StreamField("backstage", backstage),
    StreamField("screensharing", screensharing), StreamField("recording", recording),
    StreamField("individual_recording", individual), StreamField("raw_recording", raw),
    StreamField("frame_recording", frames), StreamField("broadcasting", broadcasting),
    StreamField("transcription", transcription), StreamField("limits", limits),
    StreamField(
      "session", .object([StreamField("inactivity_timeout_seconds", .int(5...900), .required)])),
    StreamField("ring", ringing), StreamField("geofencing", .object([StreamField("names", .list(.text, most: 100))])),
    StreamField("thumbnails", .object([StreamField("enabled", .flag)])),
    StreamField("encryption", .object([StreamField("mode", mode)])), StreamField("ingress", ingress),
  ])

  private static let audio = StreamShape.object([
    StreamField("default_device", .oneOf(["speaker", "earpiece"]), .required),
    StreamField("access_request_enabled", .flag), StreamField("mic_default_on", .flag),
    StreamField("speaker_default_on", .flag), StreamField("opus_dtx_enabled", .flag),
    StreamField("redundant_coding_enabled", .flag), StreamField("hifi_audio_enabled", .flag),
    StreamField("noise_cancellation", .object([StreamField("mode", mode, .required)])),
  ])
  private static let video = StreamShape.object([
    StreamField("enabled", .flag), StreamField("access_request_enabled", .flag),
    StreamField("camera_default_on", .flag), StreamField("camera_facing", .oneOf(["front", "back", "external"])),
    StreamField("target_resolution", resolution),
  ])
  private static let backstage = StreamShape.object([
    StreamField("enabled", .flag), StreamField("join_ahead_time_seconds", .int(wide)),
  ])
  private static let screensharing = StreamShape.object([
    StreamField("enabled", .flag), StreamField("access_request_enabled", .flag),
    StreamField("target_resolution", resolution),
  ])
  private static let recording = StreamShape.object([
    StreamField("mode", mode, .required), StreamField("audio_only", .flag), StreamField("quality", quality),
    StreamField("layout", layout, .serverOnly),
  ])
  private static let individual = StreamShape.object([
    StreamField("mode", mode, .required),
    StreamField(
      "output_types",
      .list(
        .oneOf([
          "audio_only", "video_only", "audio_video", "screenshare_audio_only", "screenshare_video_only",
          "screenshare_audio_video",
        ]), most: 6)),
  ])
  private static let raw = StreamShape.object([
    StreamField("mode", mode, .required), StreamField("audio_only", .flag),
  ])
  private static let frames = StreamShape.object([
    StreamField("mode", mode, .required), StreamField("capture_interval_in_seconds", .int(2...60), .required),
    StreamField("quality", .oneOf(heights)),
  ])
  private static let broadcasting = StreamShape.object([
    StreamField("enabled", .flag),
    StreamField(
      "hls",
      .object([
        StreamField("quality_tracks", .list(quality, most: 3), .required), StreamField("enabled", .flag),
        StreamField("auto_on", .flag), StreamField("layout", layout, .serverOnly),
      ])),
    StreamField(
      "rtmp",
      .object([
        StreamField("enabled", .flag), StreamField("quality", quality), StreamField("layout", layout, .serverOnly),
      ])),
  ])
  private static let transcription = StreamShape.object([
    StreamField("mode", mode), StreamField("closed_caption_mode", mode), StreamField("language", .string(2...4)),
    StreamField(
      "translation",
      .object([StreamField("enabled", .flag), StreamField("languages", .list(.string(2...2), most: 40))])),
    StreamField(
      "speech_segment_config",
      .object([StreamField("max_speech_caption_ms", .int(wide)), StreamField("silence_duration_ms", .int(wide))])),
  ])
  private static let limits = StreamShape.object([
    StreamField("max_duration_seconds", .int(wide)), StreamField("max_participants", .int(wide)),
    StreamField("max_participants_exclude_owner", .flag),
    StreamField("max_participants_exclude_roles", .list(.text, most: 100)),
  ])
  private static let ringing = StreamShape.object([
    StreamField("auto_cancel_timeout_ms", ring, .required), StreamField("incoming_call_timeout_ms", ring, .required),
    StreamField("missed_call_timeout_ms", ring),
  ])
  private static let ingress = StreamShape.object([
    StreamField("enabled", .flag), StreamField("audio_encoding_options", .custom),
    StreamField("video_encoding_options", .custom),
  ])
}
