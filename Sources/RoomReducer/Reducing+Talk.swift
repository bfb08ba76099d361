import MeetingCore

/// What is said has no state: a repeat is told by its key, before it comes here.
extension Reducing {
  mutating func tell(_ message: RoomMessage, _ id: String?, _ fact: Fact) {
    guard state.room.phase != .creating else { return }
    emit(.messageSent(message, id: id ?? context.makeID("msg_")), fact)
  }

  mutating func tell(_ reaction: RoomReaction, _ id: String?, _ fact: Fact) {
    guard state.room.phase != .creating else { return }
    emit(.reactionSent(reaction, id: id ?? context.makeID("rct_")), fact)
  }
}
