import MeetingCore

extension Reducing {
  /// More than ever watched anything: whoever adds to a number that a vendor tells stays within what a number holds.
  private static var mostAnonymous: Int { 1_000_000_000 }

  /// The vendor's view of the stage. News older than the last change moves nothing any more; the end is final.
  mutating func observe(_ stage: Fact.Stage, endedAt: Timestamp?, by: String?, reason: String?, _ fact: Fact) {
    if stage == .ended {
      return endRoom(at: endedAt ?? fact.occurredAt, reason: reason, by: by, fact)
    }
    guard isStaged, context.rules.stage != .own else { return }
    let phase: RoomPhase = stage == .live ? .live : .backstage
    switch noteStage(phase, fact) {
    case .newest: move(to: phase, by: by, fact)
    case .missing(let first, let second):
      for entry in [first, second] { emit(stageEvent(entry.value, by: actor(entry.fact)), entry.fact) }
    case .nothing: break
    }
  }

  /// Moves between backstage and live; anything else is no transition.
  mutating func setStage(_ phase: RoomPhase, by: String?, _ fact: Fact) {
    guard isStaged, state.room.phase != phase else { return }
    _ = noteStage(phase, fact)
    move(to: phase, by: by, fact)
  }

  private var isStaged: Bool { state.room.phase == .live || state.room.phase == .backstage }

  private mutating func move(to phase: RoomPhase, by: String?, _ fact: Fact) {
    guard state.room.phase != phase else { return }
    state.room.phase = phase
    state.room.stageChangedAt = fact.occurredAt
    state.room.stageChangedVersion = context.version
    state.room.updatedAt = context.now
    reduction.changes.room = true
    emit(stageEvent(phase, by: by), fact)
    reviewAdmissions()
    clearAudience()
    if phase == .live { callOff { $0.purpose == .stopLive } }
  }

  private func stageEvent(_ phase: RoomPhase, by: String?) -> RoomEvent.Detail {
    phase == .live ? .wentLive(by: by) : .stoppedLive(by: by)
  }

  private func actor(_ fact: Fact) -> String? {
    if case .roomObserved(_, _, let by, _) = fact.detail { by } else { nil }
  }

  /// The first entry is what the room itself remembers.
  private mutating func noteStage(_ phase: RoomPhase, _ fact: Fact) -> Timeline<RoomPhase>.Place {
    var timeline = state.latest.stage ?? Timeline(before: nil)
    if state.latest.stage == nil {
      let known: Fact.Stage = state.room.phase == .live ? .live : .backstage
      let detail = Fact.Detail.roomObserved(stage: known, endedAt: nil, endedBy: nil, reason: nil)
      let seed = Fact(occurredAt: state.room.stageChangedAt, source: .reconcile, detail)
      _ = timeline.insert(state.room.phase, seed)
    }
    defer { state.latest.stage = timeline }
    return timeline.insert(phase, fact)
  }

  /// Ends once: the first to come wins, everything later is no transition. Where nobody tells why, it is what we asked for
  /// and still wait for, or else the vendor's own doing.
  mutating func endRoom(at time: Timestamp, reason told: String?, by teller: String?, _ fact: Fact) {
    guard state.room.phase != .ended, state.room.phase != .creating else { return }
    let awaited = awaitedEnd
    let reason = told ?? awaited?.reason ?? "vendor"
    let by = teller ?? (told == nil ? awaited?.by : nil)
    state.room.phase = .ended
    state.room.endedAt = time
    state.room.endReason = reason
    state.room.stageChangedAt = time
    state.room.stageChangedVersion = context.version
    state.room.updatedAt = context.now
    state.room.anonymousCount = 0
    state.room.seat = nil
    reduction.changes.room = true
    releaseCall(fact)
    if let open = state.openSession { close(open, at: time, reason: reason, fact) }
    for participant in state.connected { leaveNow(participant, at: time, reason: .roomEnded, fact) }
    expireRequests(at: time, fact)
    endEgress(of: nil)
    releaseAgents(fact)
    emit(.roomEnded(endedAt: time, reason: reason, by: by), fact, at: time)
  }

  /// Why, and at whose wish, an end that is still to come was asked for.
  private var awaitedEnd: (reason: String, by: String?)? {
    for operation in state.operations.values.sorted(by: { $0.id < $1.id }) {
      if case .endRoom(let reason) = operation.purpose { return (reason, operation.by) }
    }
    return nil
  }

  mutating func countAnonymous(_ told: Int, _ fact: Fact) {
    guard state.room.phase != .ended, told >= 0, !isOld(fact, than: state.latest.anonymousAt) else { return }
    state.latest.anonymousAt = fact.occurredAt
    let count = min(told, Self.mostAnonymous)
    guard state.room.anonymousCount != count else { return }
    state.latest.anonymousVersion = context.version
    state.room.anonymousCount = count
    reduction.changes.room = true
  }
}
