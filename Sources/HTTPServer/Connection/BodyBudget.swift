import Synchronization

/// How many bytes of bodies the server holds at once, over all connections.
final class BodyBudget: Sendable {
  private let limit: Int
  private let held = Atomic<Int>(0)

  init(_ limit: Int) { self.limit = limit }

  var count: Int { held.load(ordering: .relaxed) }
  var isFull: Bool { count >= limit }

  /// False when there is no room for so many more.
  func take(_ bytes: Int) -> Bool {
    if held.add(bytes, ordering: .relaxed).newValue <= limit { return true }
    giveBack(bytes)
    return false
  }

  func giveBack(_ bytes: Int) { held.subtract(bytes, ordering: .relaxed) }
}
