import Synchronization

/// One deadline at a time. The timetable is touched only when a deadline comes earlier than any entry already there, so
/// a busy kept-alive connection costs it next to nothing.
extension Connection {
  /// Under the lock.
  func arm(_ state: inout ConnectionState, _ kind: ConnectionState.Deadline, after time: Duration) {
    let at = ContinuousClock.now + time
    state.deadline = (at, kind)
    schedule(&state, at)
  }

  /// Under the lock, while a task works on an ordinary answer: a client that only half-closed waits for it.
  func armGrace(_ state: inout ConnectionState) {
    if state.peerClosed { arm(&state, .halfClosed, after: core.configuration.halfClosedGrace) }
  }

  func startHeadDeadline() {
    state.withLock { arm(&$0, .head, after: core.configuration.headTimeout) }
  }

  /// An entry of the timetable is due.
  func expire(entry: ContinuousClock.Instant) {
    let (event, task) = state.withLock { state -> (HTTPServerEvent?, Task<Void, Never>?) in
      guard state.scheduledAt == entry else { return (nil, nil) }
      state.scheduledAt = nil
      guard let deadline = state.deadline else { return (nil, nil) }
      guard deadline.at <= .now else {
        schedule(&state, deadline.at)
        return (nil, nil)
      }
      state.deadline = nil
      return act(on: deadline.kind, &state)
    }
    if let event { core.report(event) }
    task?.cancel()
  }

  private func act(
    on kind: ConnectionState.Deadline, _ state: inout ConnectionState
  ) -> (HTTPServerEvent?, Task<Void, Never>?) {
    if kind == .halfClosed { return (nil, state.exchange?.task) }
    shutDown(&state)
    switch kind {
    case .head: return (.slowHead, nil)
    case .body: return (.slowBody, nil)
    case .idle, .halfClosed: return (nil, nil)
    }
  }

  private func schedule(_ state: inout ConnectionState, _ at: ContinuousClock.Instant) {
    if let scheduled = state.scheduledAt, scheduled <= at { return }
    state.scheduledAt = at
    core.queue.schedule(id, at)
  }
}
