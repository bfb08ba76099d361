/// The shapes of the bodies that record, broadcast and transcribe.
extension StreamShapes {
  static let languages = [
    "auto", "en", "fr", "es", "de", "it", "nl", "pt", "pl", "ca", "cs", "da", "el", "fi", "id", "ja", "ru", "sv", "ta",
    "th", "tr", "hu", "ro", "zh", "ar", "tl", "he", "hi", "hr", "ko", "ms", "no", "uk", "bg", "et", "sl", "sk",
  ]
  private static let qualities = [
    "360p", "480p", "720p", "1080p", "1440p", "portrait-360x640", "portrait-480x854", "portrait-720x1280",
    "portrait-1080x1920", "portrait-1440x2560",
  ]

  static let storage = StreamShape.object([StreamField("recording_external_storage", .text)])
  static let startTranscription = StreamShape.object([
    StreamField("language", .oneOf(languages)), StreamField("enable_closed_captions", .flag),
    StreamField("transcription_external_storage", .text),
  ])
  static let stopTranscription = StreamShape.object([StreamField("stop_closed_captions", .flag)])
  static let startCaptions = StreamShape.object([
    StreamField("language", .oneOf(languages)), StreamField("enable_transcription", .flag),
    StreamField("external_storage", .text),
    StreamField(
      "speech_segment_config",
      .object([
        StreamField("max_speech_caption_ms", .int(0...600_000)),
        StreamField("silence_duration_ms", .int(0...600_000)),
      ])),
  ])
  static let stopCaptions = StreamShape.object([StreamField("stop_transcription", .flag)])
  static let sendCaption = StreamShape.object([
    StreamField("speaker_id", .string(1...256), .required), StreamField("text", .string(0...32_768), .required),
    StreamField("language", .text), StreamField("start_time", .time), StreamField("end_time", .time),
    StreamField("service", .text), StreamField("translated", .flag), StreamField("user_id", .string(1...255)),
    StreamField("user", user),
  ])
  static let startRTMP = StreamShape.object([
    StreamField(
      "broadcasts",
      .list(
        .object([
          StreamField("name", .string(1...255), .required), StreamField("stream_url", .string(1...255), .required),
          StreamField("stream_key", .text), StreamField("quality", .oneOf(qualities)), StreamField("layout", .custom),
        ]), most: 1), .required)
  ])
}
