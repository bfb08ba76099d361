package import MeetingCore

extension Reducing {
  /// Has the end of the room's time watched, where it changed: a session began or is over, or somebody set another limit.
  mutating func watchDeadline(since before: RoomState) {
    guard context.rules.endsRooms, reduction.changes.room || !reduction.changes.sessions.isEmpty else { return }
    let deadline = state.deadline
    if deadline != before.deadline { reduction.directives.append(.end(at: deadline)) }
  }
}

extension RoomState {
  /// When the room has lasted as long as it may, counted from the beginning of the session that is open; nil when nothing
  /// ends it.
  package var deadline: Timestamp? {
    guard room.phase != .ended, let seconds = room.settings.maximumDurationSeconds, let open = openSession else {
      return nil
    }
    return open.startedAt.advanced(bySeconds: Int64(seconds))
  }
}
