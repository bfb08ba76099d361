import MeetingCore

/// Controls whose outcome comes later. What shows it is looked for in the state after everything that happens, so it does
/// not matter who told it, or whether it was told before the vendor's answer.
extension Reducing {
  /// Nothing is written down of what is so already.
  mutating func begin(_ operation: Operation) {
    guard state.room.phase != .creating, state.operations[operation.id] == nil else { return }
    callOff { operation.purpose.opposes($0.purpose) }
    oppose(operation.open)
    var begun = operation
    begun.progress = .init(done: 0, total: total(of: operation))
    state.operations[begun.id] = begun
    look(at: begun, isNew: true)
  }

  /// One of many may count for more than one.
  private func total(of operation: Operation) -> Int {
    operation.open.reduce(0) { total, condition in
      total + (condition == .onlyAdmittedLeft ? max(1, state.unadmittedCount) : 1)
    }
  }

  /// Whatever has shown by now.
  mutating func settleOperations() {
    guard !state.operations.isEmpty else { return }
    for id in state.operations.keys.sorted() {
      if let operation = state.operations[id] { look(at: operation, isNew: false) }
    }
  }

  private mutating func look(at known: Operation, isNew: Bool) {
    guard known.purpose != .createRoom else { return }
    var operation = known
    var shown: [RoomCondition] = []
    operation.open.removeAll { condition in
      switch state.evidence(of: condition) {
      case .shown:
        shown.append(condition)
        return true
      case .impossible: return true
      case .open, .unknown: return false
      }
    }
    operation.progress = progress(of: known, shown: shown.count)
    for condition in shown { take(condition, of: operation) }
    if operation.open.isEmpty { return conclude(operation, isNew: isNew) }
    if isNew || operation != known { keep(operation) }
  }

  /// More may have come in meanwhile: what is done is never taken back for that.
  private func progress(of operation: Operation, shown: Int) -> Operation.Progress {
    let before = operation.progress
    guard operation.open.first == .onlyAdmittedLeft else {
      return .init(done: before.done + shown, total: before.total)
    }
    return .init(done: max(before.done, before.total - state.unadmittedCount), total: before.total)
  }

  /// Where whom it was about left before anything of it came about, it has failed.
  private mutating func conclude(_ operation: Operation, isNew: Bool) {
    guard operation.progress.done > 0 else {
      return finish(operation.failed(.participantLeft, "whom it was about has left"))
    }
    complete(operation)
    // What was so from the beginning was never an operation.
    guard !isNew else { return state.operations[operation.id] = nil }
    var done = operation
    done.state = .succeeded
    finish(done)
  }

  /// What one thing that has shown makes of the room.
  private mutating func take(_ condition: RoomCondition, of operation: Operation) {
    guard case .mute = operation.purpose, case .tracksOff(let connection, let kinds) = condition else { return }
    mute([connection], kinds, by: operation.by)
  }

  /// What all of it makes of the room.
  private mutating func complete(_ operation: Operation) {
    let by = operation.by
    switch operation.purpose {
    case .setRole(let person, let role): setMembers([person: role], by: by)
    case .changePermissions(let person, let granted, let revoked):
      permit(person, granting: granted, revoking: revoked, by: by)
    case .endRoom(let reason): apply(.ended(reason: reason, by: by))
    case .goLive: apply(.wentLive(by: by))
    case .createRoom, .mute, .unmute, .remove, .stopLive, .stopEgress: break
    }
  }

  // MARK: Other ends

  /// What is wanted otherwise now is not waited for any more; where nothing is left to wait for, it has failed.
  mutating func oppose(_ wanted: [RoomCondition]) {
    for known in state.operations.values.sorted(by: { $0.id < $1.id }) {
      var operation = known
      operation.open.removeAll { awaited in wanted.contains { $0.excludes(awaited) } }
      guard operation.open != known.open else { continue }
      keep(operation)
      if operation.open.isEmpty, operation.progress.done == 0 { callOff { $0.id == known.id } }
    }
  }

  /// Those whose time is over: what is known to be otherwise has failed, of the rest nothing is known.
  mutating func closeDueOperations(isRead: Bool) {
    for operation in state.operations.values.sorted(by: { $0.id < $1.id })
    where operation.deadline <= context.now && operation.purpose != .createRoom {
      if isRead, operation.open.contains(where: { state.evidence(of: $0) == .open }) {
        finish(
          operation.isWish
            ? operation.failed(.conflict, "the person did not do it")
            : operation.failed(.providerTimeout, "the provider took it, and it did not come about in time"))
      } else {
        var lost = operation
        lost.state = .unknown
        finish(lost)
      }
    }
  }

  /// Something else is wanted now.
  mutating func callOff(where isMeant: (Operation) -> Bool) {
    for operation in state.operations.values.filter(isMeant).sorted(by: { $0.id < $1.id }) {
      finish(operation.failed(.conflict, "called off by what was asked for afterwards"))
    }
  }

  /// Who had a connection's tracks stopped, where that is being waited for.
  func muter(of connection: String, _ kinds: [TrackKind]) -> String? {
    state.operations.values.first { operation in
      operation.open.contains { condition in
        guard case .tracksOff(connection, let awaited) = condition else { return false }
        return !awaited.isDisjoint(with: kinds)
      }
    }?.by
  }

  /// The removal that waits for a connection to go.
  func removal(of connection: String) -> Operation? {
    state.operations.values.first { operation in
      if case .remove = operation.purpose { operation.open.contains(.gone(connection: connection)) } else { false }
    }
  }

  private mutating func keep(_ operation: Operation) {
    state.operations[operation.id] = operation
    reduction.changes.operations[operation.id] = operation
  }

  mutating func finish(_ operation: Operation) {
    state.operations[operation.id] = nil
    reduction.changes.operations[operation.id] = operation
    emit(.operationFinished(operation))
  }
}
