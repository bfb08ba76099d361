import MeetingCore

/// One connection of the gateway's own seat in a room, from the question where it is to its end.
struct SeatConnection: LiveConnecting {
  private enum Ending: Sendable {
    case ended(SignallingEnd)
    /// Somebody else has the seat now.
    case fenced
  }

  let provider: VideoSDKProvider

  /// Returns when the room is closed, or its session was ended for everybody; throws when the connection was lost, when it
  /// could not be made, or when another one has come as the same participant.
  func run(_ room: ProviderRoom, _ port: LivePort) async throws(ProviderFailure) {
    guard let identity = try await provider.seatIdentity(in: room), let door = provider.door else { return }
    let socket = try await SignallingSocket.open(door, as: identity)
    let ending = await withTaskGroup(of: Ending?.self) { group in
      group.addTask {
        await socket.run()
        return nil
      }
      group.addTask { await listen(socket, identity.peer, room, port) }
      var ending: Ending?
      while let next = await group.next() {
        guard let next else { continue }
        ending = next
        break
      }
      group.cancelAll()
      return ending
    }
    if case .ended(let end) = ending { try Self.check(end) }
  }

  /// Until there is no more news.
  private func listen(_ socket: SignallingSocket, _ peer: String, _ room: ProviderRoom, _ port: LivePort) async
    -> Ending
  {
    let seat = Seat(socket: socket)
    var reader = SeatReader(seat: peer, kind: room.kind)
    defer { provider.seats.leave(seat, in: room.key) }
    for await news in socket.news {
      if case .ended(let end) = news { return .ended(end) }
      seat.hear(news)
      if case .joined = news { sit(seat, in: room) }
      let facts = reader.facts(news, at: provider.now)
      guard !facts.isEmpty else { continue }
      do { try await port.emit(facts) } catch { return .fenced }
    }
    return .ended(.left)
  }

  /// From now on requests go over it, and it hears what is said.
  private func sit(_ seat: Seat, in room: ProviderRoom) {
    provider.seats.take(seat, in: room.key)
    for topic in Topics.heard + provider.account.topics { seat.listen(to: topic) }
  }

  private static func check(_ end: SignallingEnd) throws(ProviderFailure) {
    switch end {
    case .left: return
    case .lost(let failure), .refused(let failure): throw failure
    case .dismissed(let departure):
      switch DepartureKind(code: departure.code) {
      case .superseded: throw ProviderFailure(.superseded, executed: .maybe, operation: SignallingSession.operation)
      case .roomEnded: return
      default:
        throw ProviderFailure(
          .unavailable, executed: .maybe, operation: SignallingSession.operation,
          vendorCode: departure.code.map(String.init), vendorMessage: Redacted(scrubbed: "the seat was sent away"))
      }
    }
  }
}
