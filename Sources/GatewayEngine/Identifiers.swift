package import Clocks
package import Cryptography
import MeetingCore

/// Makes our ids: a prefix and 26 sortable characters. Time and randomness are injected.
package struct Identifiers: Sendable {
  private let time: any TimeSource
  private let random: any RandomSource

  package init(time: any TimeSource, random: any RandomSource) {
    self.time = time
    self.random = random
  }

  package func make(_ prefix: String) -> String {
    prefix + SortableIdentifier.make(wallNanoseconds: time.wallNanoseconds, random: random)
  }

  /// An event's id is its room and sequence: the same on every delivery, and sortable within the room.
  package static func event(room: String, sequence: Int64) -> String {
    let digits = String(sequence, radix: 36)
    let padded = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
    return "evt_" + (room.hasPrefix("room_") ? String(room.dropFirst(5)) : room) + padded
  }
}
