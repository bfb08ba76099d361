import Synchronization

/// Rooms of which somebody has a reason to doubt what we know: a control's answer was lost, a person was not there.
package final class ReconciliationHints: Sendable {
  /// Per account: beyond it the timer has to do.
  private static let most = 10_000

  private let rooms = Mutex<[String: Set<String>]>([:])

  func add(_ room: String, of account: String) {
    rooms.withLock { rooms in
      if rooms[account, default: []].count < Self.most { rooms[account, default: []].insert(room) }
    }
  }

  /// Takes the account's hints.
  func take(_ account: String) -> Set<String> { rooms.withLock { $0.removeValue(forKey: account) ?? [] } }
}
