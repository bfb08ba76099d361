import MeetingCore

extension Reducing {
  /// The vendor's view of the stage. News older than the last change is dropped; the end is final.
  mutating func observe(_ stage: Fact.Stage, endedAt: Timestamp?, by: String?, reason: String?, _ fact: Fact) {
    if stage == .ended {
      return endRoom(at: endedAt ?? fact.occurredAt, reason: reason ?? "vendor", by: by, fact)
    }
    guard fact.occurredAt >= state.room.stageChangedAt else { return }
    setStage(stage == .live ? .live : .backstage, by: by, fact)
  }

  /// Moves between backstage and live; anything else is no transition.
  mutating func setStage(_ phase: RoomPhase, by: String?, _ fact: Fact) {
    guard state.room.phase != phase, state.room.phase == .live || state.room.phase == .backstage else { return }
    state.room.phase = phase
    state.room.stageChangedAt = fact.occurredAt
    state.room.stageChangedVersion = context.version
    state.room.updatedAt = context.now
    reduction.changes.room = true
    emit(phase == .live ? .wentLive(by: by) : .stoppedLive(by: by), fact)
  }

  /// Ends once: the first to come wins, everything later is no transition.
  mutating func endRoom(at time: Timestamp, reason: String, by: String?, _ fact: Fact) {
    guard state.room.phase != .ended, state.room.phase != .creating else { return }
    state.room.phase = .ended
    state.room.endedAt = time
    state.room.endReason = reason
    state.room.stageChangedAt = time
    state.room.stageChangedVersion = context.version
    state.room.updatedAt = context.now
    state.room.anonymousCount = 0
    reduction.changes.room = true
    if let open = state.openSession { close(open, at: time, reason: reason, fact) }
    for participant in state.connected { leaveNow(participant, at: time, reason: .roomEnded, fact) }
    emit(.roomEnded(endedAt: time, reason: reason, by: by), fact, at: time)
  }

  mutating func countAnonymous(_ count: Int) {
    guard state.room.anonymousCount != count, state.room.phase != .ended, count >= 0 else { return }
    state.room.anonymousCount = count
    reduction.changes.room = true
  }
}
