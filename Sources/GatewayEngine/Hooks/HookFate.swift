/// What became of a delivery, in the word that the counters have for it.
enum HookFate: String, Sendable, Hashable {
  /// Its effects are in the room.
  case applied
  /// It waits for its room.
  case parked
  /// It waits for the key it is signed with.
  case unverified
  case duplicate, unreadable, unmatched, stale
}
