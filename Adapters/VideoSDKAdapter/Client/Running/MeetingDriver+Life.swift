import ClientSupport
import Clocks
import MeetingCore
import Synchronization

/// A meeting from `join` to its end.
extension MeetingDriver {
  private struct Ending {
    let reason: LeaveReason
    var error: VideoSDKError?
    var hasJoined = true
  }

  func live() async {
    await queue.run { self.tell(.CONNECTING) }
    let ending = await stay()
    await network.close()
    await queue.run { self.finish(ending) }
  }

  /// Where the listeners are called. Whoever hears of the end may join again at once.
  private func finish(_ ending: Ending) {
    let calls = state.withLock { state in
      defer {
        state.picture.clear()
        (state.phase, state.socket, state.run) = (.idle, nil, nil)
        (state.isLeaving, state.wasIn) = (false, false)
      }
      return state.picture.release()
    }
    perform(calls)
    if let error = ending.error, ending.hasJoined { listeners.call { $0.onError(error: error) } }
    guard ending.hasJoined || ending.error == nil else { return fail(ending) }
    tell(.DISCONNECTED)
    listeners.call { $0.onMeetingLeft() }
    listeners.call { $0.onMeetingLeft(reason: ending.reason) }
  }

  private func fail(_ ending: Ending) {
    tell(.FAILED)
    if let error = ending.error { listeners.call { $0.onError(error: error) } }
  }

  // MARK: One connection after the other

  private func stay() async -> Ending {
    var (hasJoined, attempts, pauses) = (false, 0, backOff)
    while true {
      let stay = await sit()
      if stay.isIn { (hasJoined, attempts, pauses) = (true, 0, backOff) }
      if state.withLock({ $0.isLeaving }) { return Ending(reason: .manualLeaveCalled) }
      guard let failure = Self.loss(stay.end, hasJoined) else { return ending(stay.end, hasJoined) }
      if stay.isIn { await tellLoss(failure) }
      guard attempts < setUp.options.reconnectAttempts else {
        return Ending(reason: .websocketAttemptsExhausted, error: VideoSDKError(failure))
      }
      attempts += 1
      do { try await setUp.surroundings.time.sleep(for: pauses.next()) } catch {
        return Ending(reason: .manualLeaveCalled)
      }
    }
  }

  /// From one second up to five, as the vendor's own client does it.
  private var backOff: BackOff { BackOff(setUp.surroundings.random, shortest: .seconds(1), longest: .seconds(5)) }

  /// What another connection may mend; nil for everything else.
  private static func loss(_ end: SignallingEnd, _ hasJoined: Bool) -> ProviderFailure? {
    switch end {
    case .lost(let failure): failure
    case .refused(let failure) where hasJoined && isPassing(failure): failure
    case .left, .dismissed, .refused: nil
    }
  }

  private static func isPassing(_ failure: ProviderFailure) -> Bool {
    switch failure.reason {
    case .unavailable, .timeout, .badResponse, .rateLimited: true
    default: false
    }
  }

  private func ending(_ end: SignallingEnd, _ hasJoined: Bool) -> Ending {
    switch end {
    case .left: Ending(reason: .manualLeaveCalled)
    case .dismissed(let departure):
      Ending(reason: LeaveReason(departure), error: departure == .duplicate ? .duplicate : nil)
    case .refused(let failure), .lost(let failure):
      Ending(reason: .joinRoomFailed, error: VideoSDKError(failure), hasJoined: hasJoined)
    }
  }

  private func tellLoss(_ failure: ProviderFailure) async {
    let words = VideoSDKError(failure).message
    await queue.run {
      let calls = self.state.withLock { state in
        state.phase = .reconnecting
        return state.picture.release()
      }
      self.perform(calls)
      self.listeners.call { $0.onSocketError(message: words) }
      self.tell(.RECONNECTING)
    }
  }

  // MARK: One connection

  /// From connecting until the connection is over; whether it ever was in the room.
  private func sit() async -> (end: SignallingEnd, isIn: Bool) {
    let socket: SignallingSocket
    do { socket = try await open() } catch { return (.refused(error), false) }
    return await withTaskGroup(of: Void.self) { group in
      take(socket)
      group.addTask { await socket.run() }
      var stay = (end: SignallingEnd.left, isIn: false)
      for await news in socket.news {
        if case .ended(let end) = news { stay.end = end } else { await show(news) }
        if case .joined = news { stay.isIn = true }
      }
      group.cancelAll()
      await group.waitForAll()
      state.withLock { $0.socket = nil }
      return stay
    }
  }

  private func open() async throws(ProviderFailure) -> SignallingSocket {
    let parts: ClientNetwork.Parts
    do { parts = try network.parts() } catch {
      throw ProviderFailure(.unavailable, executed: .no, operation: SignallingDoor.operation)
    }
    let options = setUp.options
    let door = SignallingDoor(
      baseURL: options.signallingURL,
      patience: SignallingPatience(request: options.timeout, join: options.timeout, lobby: options.lobbyTimeout),
      transport: parts.transport, sockets: parts.sockets, time: setUp.surroundings.time,
      random: setUp.surroundings.random)
    return try await SignallingSocket.open(door, as: setUp.identity(state.withLock { $0.mode }))
  }

  /// Whoever has left meanwhile does not stay.
  private func take(_ socket: SignallingSocket) {
    state.withLock { state in
      state.socket = socket
      if state.isLeaving { return socket.leave() }
      for media in PeerMedia.allCases where state.wants.contains(media) { socket.publish(media, isOn: true) }
    }
  }

  private func show(_ news: SignallingNews) async {
    await queue.run {
      let calls = self.state.withLock { state in
        self.note(news, &state)
        return state.picture.take(news, publishing: state.mode.publishes ? state.wants : [])
      }
      self.perform(calls)
      if case .joined = news { self.resubscribe() }
    }
  }

  private func note(_ news: SignallingNews, _ state: inout State) {
    switch news {
    case .joined: state.phase = .joined
    case .modeChanged(let peer, let mode) where peer == local.id:
      state.mode = mode
      if !mode.publishes { state.wants = [] }
    default: break
    }
  }
}
