import AdapterKit
import ClientSupport
import Clocks
import JSONCoding
import MeetingCore

/// Coming into a call, and leaving it.
extension Call {
  /// Comes into the call: the service is asked, and then its media side. With `create`, the call is made if there is none.
  /// Throws `backstage` while only those who run the call may come in. Joining twice does nothing more.
  @discardableResult
  public func join(
    create: Bool = false, options: CreateCallOptions? = nil, ring: Bool = false, notify: Bool = false,
    callSettings: CallMediaSettings? = nil
  ) async throws(StreamVideoError) -> CallSnapshot {
    let request = StreamRequest.join(
      address, data: create ? (options ?? CreateCallOptions()).json : JSON?.none, members: Self.memberLimit, ring: ring,
      notify: notify,
      location: core.parts.options.location)
    try await joining.value { () throws(StreamVideoError) in
      try await self.sit(request, callSettings ?? self.settings)
    }
    return state.snapshot
  }

  /// Leaves the call; returns when nothing of it is left here. Others see it at once.
  public func leave() async {
    await joining.cancel()
    await stand()
  }

  /// Leaves the call, without waiting until that is done.
  public func leave() { core.parts.work.start { await self.leave() } }

  private func sit(_ request: StreamRequest, _ settings: CallMediaSettings?) async throws(StreamVideoError) {
    if seat.taken != nil { return }
    let device = RandomUUID.make(core.parts.random)
    let session = try await mediaSession(watch(request), as: device)
    guard !Task.isCancelled else {
      await session.leave()
      throw .cancelled(request.operation)
    }
    seat.take(session, as: device)
    seat.note(work: core.parts.work.start { await self.follow(session) })
    await microphone.begin(settings)
    if Task.isCancelled {
      await stand()
      throw .cancelled(request.operation)
    }
  }

  private func mediaSession(_ answer: JSON, as device: String) async throws(StreamVideoError) -> any MediaSession {
    do {
      return try await core.media.join(MediaCredentials(joinAnswer: answer), session: device)
    } catch {
      throw StreamVideoError(error)
    }
  }

  /// Out of the call, for whatever reason.
  func stand() async {
    guard let taken = seat.give() else { return }
    if let work = taken.work { await core.parts.work.end(work) }
    await goOut(taken.session)
  }

  private func goOut(_ session: any MediaSession) async {
    await session.leave()
    state.change { $0.leave(.disconnected) }
    microphone.follow([.silenced])
  }

  // MARK: While there

  private enum Ending {
    /// This client has left, or is told to by its task.
    case left
    /// The service sent it out.
    case out
    /// The service goes on elsewhere.
    case moved
    case broken
  }

  private func follow(_ first: any MediaSession) async {
    var session = first
    while true {
      let ending = await read(session)
      if Task.isCancelled { return }
      switch ending {
      case .left: return
      case .out: return await goOutAlone(session)
      case .moved: state.change { $0.snapshot.reconnectionStatus = .migrating }
      case .broken: state.change { $0.snapshot.reconnectionStatus = .reconnecting }
      }
      guard let next = await comeBack(from: session, isMove: ending == .moved) else {
        return Task.isCancelled ? () : await goOutAlone(session)
      }
      session = next
    }
  }

  /// Out by the task that follows the session, which cannot wait for itself.
  private func goOutAlone(_ session: any MediaSession) async {
    guard seat.give() != nil else { return }
    await goOut(session)
  }

  private func read(_ session: any MediaSession) async -> Ending {
    do throws(MediaFailure) {
      for try await event in session.events {
        microphone.follow(state.change { $0.take(media: event) })
        switch event {
        case .goAway: return .moved
        case .callEnded: return .out
        default: continue
        }
      }
      return .left
    } catch {
      return error == .left || error == .cancelled ? .left : .broken
    }
  }

  /// Joins again, as the same device where the way only broke, until it works or there is no use.
  private func comeBack(from old: any MediaSession, isMove: Bool) async -> (any MediaSession)? {
    var pauses = BackOff(core.parts.random)
    while !Task.isCancelled, let taken = seat.taken {
      let device = isMove ? RandomUUID.make(core.parts.random) : taken.device
      do throws(StreamVideoError) { return try await move(to: device, from: old) } catch {
        guard error.isPassing else { return nil }
        try? await core.parts.time.sleep(for: pauses.next())
      }
    }
    return nil
  }

  private func move(to device: String, from old: any MediaSession) async throws(StreamVideoError) -> any MediaSession {
    let answer = try await watch(
      .join(
        address, data: nil, members: Self.memberLimit, ring: false, notify: false,
        location: core.parts.options.location))
    let session = try await mediaSession(answer, as: device)
    guard !Task.isCancelled, seat.taken != nil else {
      await session.leave()
      throw .cancelled("JoinCall")
    }
    seat.take(session, as: device)
    await old.leave()
    await microphone.resume()
    return session
  }
}
