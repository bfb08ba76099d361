import MeetingCore

/// Under which id a call of ours is known to the vendor, where its id is ours to make: it names the room, so that the
/// conversations of a room can be found by it later.
enum VendorCallID {
  static func of(_ call: String, in room: ProviderRoom) -> String { prefix(room) + call }

  /// With what the ids of all calls of a room begin. Neither part has a dot of its own.
  static func prefix(_ room: ProviderRoom) -> String { room.key + "." }
}
