import Cryptography
import JSONCoding

/// What is said to the media server.
enum MediaWriting {
  static func join(_ token: Secret, session: String) -> JSON {
    ["type": "JoinRequest", "token": .string(token.revealed), "session_id": .string(session)]
  }

  static let healthCheck: JSON = ["type": "HealthCheckRequest"]
  static let leave: JSON = ["type": "LeaveCallRequest"]

  static func mute(_ track: MediaTrack, _ isMuted: Bool, request: Int64) -> JSON {
    [
      "type": "UpdateMuteStates", "request_id": .integer(request),
      "mute_states": [["track_type": .string(track.rawValue), "muted": .bool(isMuted)]],
    ]
  }
}
