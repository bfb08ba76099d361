import Synchronization

/// The rooms in creation for which this process is asking a vendor now.
final class RunningCreates: Sendable {
  private let rooms = Mutex<Set<String>>([])

  /// False when somebody here asks already.
  func begin(_ room: String) -> Bool { rooms.withLock { $0.insert(room).inserted } }
  func end(_ room: String) { rooms.withLock { _ = $0.remove(room) } }
  func contains(_ room: String) -> Bool { rooms.withLock { $0.contains(room) } }
}
