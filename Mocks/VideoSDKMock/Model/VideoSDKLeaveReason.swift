/// Why somebody is no longer in a room, by the client's numbers.
enum VideoSDKLeaveReason: Int, Sendable {
  case socketClosed = 1001
  /// Another participant removed them.
  case removed = 1002
  case switchedRoom = 1005
  /// Another participant closed the room.
  case roomClosed = 1006
  case unknown = 1007
  case everybodyRemoved = 1008
  /// The session was ended through the REST interface.
  case endedByAPI = 1009
  /// They were removed through the REST interface.
  case removedByAPI = 1010
  /// The same participant id joined again.
  case duplicate = 1011
  /// They left by themselves.
  case left = 1101

  /// What a client is told in words.
  var text: String {
    switch self {
    case .socketClosed: "WEBSOCKET_DISCONNECTED"
    case .removed: "REMOVE_PEER"
    case .switchedRoom: "SWITCH_ROOM"
    case .roomClosed: "ROOM_CLOSE"
    case .unknown: "UNKNOWN"
    case .everybodyRemoved: "REMOVE_ALL"
    case .endedByAPI: "MEETING_END_API"
    case .removedByAPI: "REMOVE_PEER_API"
    case .duplicate: "DUPLICATE_PARTICIPANT"
    case .left: "MANUAL_LEAVE_CALLED"
    }
  }
}
