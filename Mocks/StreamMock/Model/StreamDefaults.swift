import JSONCoding
import MockKit

/// The settings of the built-in call types.
enum StreamDefaults {
  static let typeNames = ["default", "audio_room", "livestream", "development"]

  static func settings(_ type: String, _ options: StreamMockOptions) -> JSONObject {
    let isRoom = type == "audio_room"
    let isLive = type == "livestream"
    let isStaged = isRoom || isLive
    return [
      "audio": audio(isStaged: isStaged, requests: !isLive),
      "backstage": ["enabled": .bool(isStaged), "join_ahead_time_seconds": 0],
      "video": video(isOn: !isRoom, requests: !isStaged, type: type),
      "screensharing": [
        "enabled": .bool(!isRoom), "access_request_enabled": .bool(!isStaged), "target_resolution": .null,
      ],
      "recording": ["mode": "available", "audio_only": false, "quality": "720p", "layout": layout],
      "individual_recording": ["mode": "available"], "raw_recording": ["mode": "available"],
      "frame_recording": ["mode": "available", "capture_interval_in_seconds": 2, "quality": "720p"],
      "broadcasting": broadcasting, "transcription": transcription,
      "limits": [
        "max_participants": .null, "max_duration_seconds": .null, "max_participants_exclude_owner": false,
        "max_participants_exclude_roles": [],
      ],
      "session": ["inactivity_timeout_seconds": .int(options.inactivityTimeoutSeconds)],
      "ring": ring(isStaged ? 0 : 15000), "geofencing": ["names": []], "thumbnails": ["enabled": true],
      "encryption": ["mode": "disabled"], "ingress": .null,
    ]
  }

  private static func audio(isStaged: Bool, requests: Bool) -> JSON {
    [
      "access_request_enabled": .bool(requests), "mic_default_on": .bool(!isStaged), "speaker_default_on": true,
      "default_device": isStaged ? "speaker" : "earpiece", "opus_dtx_enabled": true, "redundant_coding_enabled": true,
      "hifi_audio_enabled": false, "noise_cancellation": ["mode": "available"],
    ]
  }

  private static func video(isOn: Bool, requests: Bool, type: String) -> JSON {
    let size: JSON =
      type == "default" || type == "audio_room"
      ? ["width": 2560, "height": 1440, "bitrate": 5_000_000] : ["width": 1920, "height": 1080, "bitrate": 3_000_000]
    return [
      "enabled": .bool(isOn), "access_request_enabled": .bool(requests), "camera_default_on": .bool(isOn),
      "camera_facing": "front", "target_resolution": size,
    ]
  }

  private static let layout: JSON = [
    "name": "spotlight", "external_app_url": "", "external_css_url": "", "options": [:],
  ]

  private static let broadcasting: JSON = [
    "enabled": true, "hls": ["enabled": true, "auto_on": false, "quality_tracks": ["720p"], "layout": layout],
    "rtmp": ["enabled": true, "quality": "720p", "layout": layout],
  ]

  private static let transcription: JSON = [
    "mode": "available", "closed_caption_mode": "available", "language": "auto", "translation": .null,
    "speech_segment_config": .null,
  ]

  private static func ring(_ milliseconds: Int) -> JSON {
    [
      "incoming_call_timeout_ms": .int(milliseconds), "auto_cancel_timeout_ms": .int(milliseconds),
      "missed_call_timeout_ms": .int(milliseconds),
    ]
  }
}
