import JSONCoding

/// An agent that was sent into a room.
struct VideoSDKAgent: Sendable {
  enum State: String, Sendable { case starting, started, stopped, failed }

  let id: String
  let roomID: String
  let agentID: String
  let versionID: String?
  let metadata: JSON?
  var state = State.starting
  /// Whom it is in the room.
  var participantID: String?
  /// The session it joined.
  var sessionID: String?
}
