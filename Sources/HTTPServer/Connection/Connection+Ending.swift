import HTTPTypes
import Synchronization

/// What ends an exchange or a connection.
extension Connection {
  /// Work to be stopped once the lock is released.
  struct Leftover {
    var task: Task<Void, Never>?
    var producer: CheckedContinuation<Bool, Never>?

    func stop() {
      task?.cancel()
      producer?.resume(returning: false)
    }
  }

  /// The library is done with the exchange, for whatever reason.
  func complete() {
    let leftover = state.withLock { state -> Leftover in
      defer { state.exchange = nil }
      core.bodies.giveBack(state.exchange?.held ?? 0)
      // The library refused the head by itself.
      if case .head? = state.exchange?.phase { state.leavesUnread = true }
      if state.isDraining, !state.isClosed { Socket.shutDownReading(descriptor) }
      if !state.isClosed { arm(&state, .idle, after: core.configuration.idleTimeout + core.configuration.headTimeout) }
      return Leftover(task: state.exchange?.task, producer: state.exchange?.stream?.fail())
    }
    leftover.stop()
  }

  /// The library is about to close the descriptor. True when the client may still be sending.
  func close() -> Bool {
    state.withLock { state in
      state.isClosed = true
      state.deadline = nil
      return state.leavesUnread && !state.peerClosed && !state.isAborting
    }
  }

  /// The client closed its sending side, or (`reset`) everything.
  func peerClosed(reset: Bool) {
    let leftover = state.withLock { state -> Leftover in
      state.peerClosed = true
      guard let exchange = state.exchange, !state.isClosed else { return Leftover() }
      if exchange.stream != nil || reset { return abandon(&state) }
      if exchange.task != nil { armGrace(&state) }
      return Leftover()
    }
    leftover.stop()
  }

  /// The server drains: streams end, idle connections close, answers say that they are the last.
  func drain() {
    let task = state.withLock { state -> Task<Void, Never>? in
      state.isDraining = true
      if state.exchange == nil, !state.isClosed { Socket.shutDownReading(descriptor) }
      let lasts = state.exchange?.stream != nil || state.exchange?.isUpgraded == true
      return lasts ? state.exchange?.task : nil
    }
    task?.cancel()
  }

  /// The server stops now.
  func abort() {
    let leftover = state.withLock { state -> Leftover in
      state.isAborting = true
      let leftover = abandon(&state)
      shutDown(&state)
      return leftover
    }
    leftover.stop()
  }

  private func abandon(_ state: inout ConnectionState) -> Leftover {
    guard state.exchange != nil else { return Leftover() }
    let leftover = Leftover(task: state.exchange?.task, producer: state.exchange?.stream?.fail())
    if state.exchange?.stream == nil { state.exchange?.phase = .abandoned }
    state.deadline = nil
    resume(&state)
    return leftover
  }
}
