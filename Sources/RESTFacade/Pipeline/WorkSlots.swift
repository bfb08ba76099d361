import Synchronization

/// How many requests are being worked on. Each may wait for a room's turn, for the store's writer and for a vendor, and
/// goes on when its client has left: this one bound bounds every queue behind it.
final class WorkSlots: Sendable {
  private let limit: Int
  private let taken = Atomic<Int>(0)

  init(_ limit: Int) { self.limit = limit }

  var count: Int { taken.load(ordering: .relaxed) }

  /// False when there is no more room; otherwise `leave` must follow.
  func enter() -> Bool {
    if taken.add(1, ordering: .relaxed).newValue <= limit { return true }
    leave()
    return false
  }

  func leave() { taken.subtract(1, ordering: .relaxed) }
}
