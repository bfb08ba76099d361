import JSONCoding

/// What was asked for when a room was made; documents as they were given.
struct VideoSDKRoomSettings: Sendable {
  var autoClose: AutoClose?
  var autoStart: JSONObject?
  var geoFence: String?
  var multiComposition: JSONObject?
  var allowedParticipantIDs: [String] = []

  struct AutoClose: Sendable {
    let type: Kind
    let minutes: Int

    enum Kind: String, Sendable, CaseIterable {
      case endSession = "session-ends"
      case deactivate = "session-end-and-deactivate"
    }
  }

  /// Whether several of a kind may run at once: `recording`, `hls`, `rtmp`.
  func allowsSeveral(_ kind: String) -> Bool { multiComposition?[kind]?.boolValue ?? false }
}
