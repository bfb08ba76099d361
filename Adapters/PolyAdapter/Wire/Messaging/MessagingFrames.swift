import JSONCoding

/// What a call says on the messaging socket.
enum MessagingFrames {
  /// Says which call belongs to the session. The service does not answer.
  static func link(_ call: String) -> JSON {
    ["type": "EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION", "payload": ["call_sid": .string(call)]]
  }

  /// Without it the service gives up a silent socket after ten minutes.
  static let heartbeat: JSON = ["type": "EVENT_TYPE_HEARTBEAT", "payload": [:]]
}
