import JSONCoding

/// The lobby: whoever's token only asks is let in by somebody inside.
extension VideoSDKTenant {
  /// Somebody waits from now on; those hear of it who may decide. `join` is how a device of the control plane's joins once
  /// it is let in; who comes over the signalling joins by itself.
  mutating func askToEnter(
    _ participantID: String, name: String, join: VideoSDKJoin?, in roomID: String, at now: Int64
  ) {
    rooms[roomID]?.waiting[participantID] = VideoSDKWaiter(
      participantID: participantID, name: name, join: join, since: now)
    announce(.entryRequested(participantID: participantID, name: name), in: roomID, at: now)
  }

  /// Whoever waits gives up.
  mutating func withdraw(_ participantID: String, from roomID: String) {
    rooms[roomID]?.waiting[participantID] = nil
  }

  /// Lets somebody in who waits, or sends them away; false when nobody of that id waits.
  mutating func decide(_ participantID: String, isAllowed: Bool, in roomID: String, at now: Int64) -> Bool {
    guard let waiter = rooms[roomID]?.waiting.removeValue(forKey: participantID) else { return false }
    if isAllowed { rooms[roomID]?.admitted.insert(participantID) }
    announce(
      .entryResponded(participantID: participantID, decision: isAllowed ? "allowed" : "denied"), in: roomID, at: now)
    if isAllowed, let join = waiter.join { self.join(join, to: roomID, at: now) }
    return true
  }
}
