import Clocks
import Cryptography
import JSONCoding
public import MeetingCore

extension VideoSDKProvider: Seating {
  /// How soon a seat that is not taken may be.
  static let seatPause: Duration = .seconds(2)
  /// As whom other clients see it, if they show it.
  private static let seatName = "Switchboard"

  public func seat(in room: ProviderRoom) -> any LiveConnecting { SeatConnection(provider: self) }

  var door: SignallingDoor? {
    sockets.map {
      SignallingDoor(
        baseURL: account.signallingURL, connectTime: account.deadlines.connect,
        patience: SignallingPatience(join: account.deadlines.seat), transport: sender.transport, sockets: $0,
        time: time, random: random)
    }
  }

  /// With a fresh token each time. nil for a room that is closed: the service would say nothing for a long while about one
  /// that it does not know.
  func seatIdentity(in room: ProviderRoom) async throws(ProviderFailure) -> SignallingIdentity? {
    let context = CallContext(deadline: ContinuousClock.now + .seconds(10))
    let id = try await roomID(room, context)
    do throws(ProviderFailure) {
      if RoomReading(json: try await sender.send(.room(id), context)).isDisabled { return nil }
    } catch {
      if error.reason == .notFound { return nil }
      throw error
    }
    let seat = ParticipantID.seat(in: room.key)
    let token: String
    do {
      token = try sender.tokens.joining(
        seat, room: id, moderates: true, issuedAt: now, expiresAt: now.advanced(bySeconds: account.seatTokenSeconds))
    } catch { throw ProviderFailure(.credentials, executed: .no, operation: SignallingSession.operation) }
    return SignallingIdentity(
      room: id, peer: seat, displayName: Self.seatName,
      mode: account.seat.mode == .receiveOnly ? .receiveOnly : .signallingOnly, metaData: SeatMark.metaData,
      token: Secret(token))
  }

  // MARK: What goes over it

  /// The seat, for something that only somebody inside can do. Without one it is looked up whether anybody is there at all.
  func taken(_ room: ProviderRoom, for operation: String, _ context: CallContext) async throws(ProviderFailure) -> Seat
  {
    if let seat = seats.seat(in: room.key) { return seat }
    let id = try await roomID(room, context)
    let isEmpty = try await openSession(of: id, context) == nil
    throw ProviderFailure(
      isEmpty ? .noActiveSession : .notConnected(retryAfter: Self.seatPause), executed: .no, operation: operation)
  }

  /// The seat beside which somebody is; nil when they are not in the room.
  func seat(beside participant: String, in room: ProviderRoom, for operation: String, _ context: CallContext)
    async throws(ProviderFailure) -> Seat?
  {
    if let seat = seats.seat(in: room.key) { return seat.has(participant) ? seat : nil }
    let id = try await roomID(room, context)
    guard let session = try await openSession(of: id, context),
      try await people(in: session.id, context).rows.contains(where: { $0.id == participant && $0.isPresent })
    else { return nil }
    throw ProviderFailure(.notConnected(retryAfter: Self.seatPause), executed: .no, operation: operation)
  }

  /// Asks over the seat, until the caller's deadline at most. A connection on which nothing at all came meanwhile is taken for
  /// dead, though it is open: the service answers at once, and everybody who asked over it would wait in vain.
  func ask(_ seat: Seat, _ request: SignallingRequest, _ context: CallContext) async throws(ProviderFailure) {
    let left = context.deadline - ContinuousClock.now
    guard left > .zero else { throw ProviderFailure(.timeout, executed: .no, operation: request.method) }
    let asked = time.monotonicNanoseconds
    do { try await seat.socket.request(request, within: left) } catch {
      let waited = Duration.nanoseconds(time.monotonicNanoseconds - asked)
      if waited >= account.deadlines.answer { seat.socket.giveUp(ifNothingCameSince: asked) }
      throw error
    }
  }

  /// False when whoever it is about is not there any more: they may leave between a look and a request.
  func isThere(_ request: () async throws(ProviderFailure) -> Void) async throws(ProviderFailure) -> Bool {
    do throws(ProviderFailure) {
      try await request()
      return true
    } catch {
      guard error.reason == .notFound else { throw error }
      return false
    }
  }
}
