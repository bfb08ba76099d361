import JSONCoding

/// A room: it outlives its sessions.
struct VideoSDKRoom: Sendable {
  /// The vendor's record id, one of the three names a room is found by.
  let id: String
  let roomID: String
  let customRoomID: String?
  let userID: String
  let createdAt: Int64
  var updatedAt: Int64
  /// No one can join, until it is switched on again.
  var isDisabled = false
  /// Disabled for good.
  var isDeactivated = false
  var webhook: VideoSDKHook?
  var settings = VideoSDKRoomSettings()
  /// The running session, if any.
  var sessionID: String?
  /// Who asked to be let in and waits, by participant id.
  var waiting: [String: VideoSDKWaiter] = [:]
  /// The session id that was told ahead of the first join.
  var promisedSessionID: String?
  /// Who was let in from the lobby and may join.
  var admitted: Set<String> = []
  /// Who was removed, where that keeps people out.
  var banned: Set<String> = []
  /// The order of creation, which breaks ties of time.
  let order: Int

  var isOpen: Bool { !isDisabled && !isDeactivated }
}
