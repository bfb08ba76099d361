import MeetingCore
import Synchronization

/// When rooms are to be ended that have a limit, by id.
final class RoomDeadlines: Sendable {
  private let deadlines = Mutex<[String: Timestamp]>([:])

  /// nil = nothing ends the room any more.
  func set(_ deadline: Timestamp?, of room: String) { deadlines.withLock { $0[room] = deadline } }

  /// The same, unless somebody has set another one meanwhile.
  func add(_ deadline: Timestamp, of room: String) { deadlines.withLock { $0[room] = $0[room] ?? deadline } }

  /// Takes out every room whose time is up.
  func takeDue(at now: Timestamp) -> [String] {
    deadlines.withLock { deadlines in
      let due = deadlines.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
      for room in due { deadlines[room] = nil }
      return due
    }
  }
}
