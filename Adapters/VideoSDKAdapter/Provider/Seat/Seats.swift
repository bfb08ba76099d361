import Synchronization

/// The seats that are taken now, by room key. Shared by all copies of a provider.
final class Seats: Sendable {
  private let taken = Mutex<[String: Seat]>([:])

  /// nil while the room's seat is not taken.
  func seat(in room: String) -> Seat? { taken.withLock { $0[room] } }

  func take(_ seat: Seat, in room: String) { taken.withLock { $0[room] = seat } }

  /// Does nothing when another one has been taken meanwhile.
  func leave(_ seat: Seat, in room: String) {
    taken.withLock { taken in
      if taken[room] === seat { taken[room] = nil }
    }
  }
}
