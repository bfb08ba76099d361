package import MeetingCore

/// What the reducer is fed.
package enum RoomInput: Sendable, Hashable {
  /// Something happened at the vendor, or the vendor confirmed what we asked for.
  case fact(Fact)
  /// The gateway decided or did something itself.
  case intent(Intent)
}
