import Synchronization

/// Readings of rooms that are wanted at once: one at a time for each room. What is wanted while one is under way is another
/// one after it, for however many want it, since the one that has begun may not see what they want to know.
final class RoomReads: Sendable {
  /// Rooms being read; true when another reading is wanted.
  private let reading = Mutex<[String: Bool]>([:])

  /// Whether the caller is to read; otherwise somebody who reads will see to it.
  func begin(_ room: String) -> Bool {
    reading.withLock { reading in
      guard reading[room] == nil else {
        reading[room] = true
        return false
      }
      reading[room] = false
      return true
    }
  }

  /// A reading is over; true when the caller is to read once more.
  func end(_ room: String) -> Bool {
    reading.withLock { reading in
      guard reading[room] == true else {
        reading[room] = nil
        return false
      }
      reading[room] = false
      return true
    }
  }
}
