/// What shows that a control came about which its vendor has only accepted. Looked for in the room as it is known, so it
/// does not matter in which order, how often or from where the news comes. Connections are named as the vendor does.
public enum RoomCondition: Sendable, Hashable {
  /// None of these tracks is to be heard or seen: off, muted, or their owner gone.
  case tracksOff(connection: String, Set<TrackKind>)
  /// All of these tracks are to be heard or seen.
  case tracksOn(connection: String, Set<TrackKind>)
  /// The connection can publish, or cannot.
  case mode(connection: String, publishes: Bool)
  /// The connection is gone.
  case gone(connection: String)
  /// Nobody is in any more who is to be thrown out because they may not be in.
  case onlyAdmittedLeft
  /// A recording, broadcast or transcription, by our id, runs no more and will not.
  case egressOver(String)
  /// The session is over.
  case sessionOver(vendorID: String)
  /// Nobody is in the room, and no session is open.
  case nobodyLeft

  /// Whether whoever wants this does not want the other any more.
  public func excludes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.tracksOff(let one, let kinds), .tracksOn(let another, let others)),
      (.tracksOn(let one, let kinds), .tracksOff(let another, let others)):
      one == another && !kinds.isDisjoint(with: others)
    case (.mode(let one, let publishes), .mode(let another, let other)): one == another && publishes != other
    default: false
    }
  }
}
