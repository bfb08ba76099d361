/// What shows that a control came about which its vendor has only accepted. Looked for in the room as it is known, so it
/// does not matter in which order, how often or from where the news comes. Connections are the vendor's ids.
public enum Confirmation: Sendable, Hashable {
  /// None of these tracks is to be heard or seen: off, muted, or their owner gone.
  case tracksOff(connection: String, Set<TrackKind>)
  /// The connection can publish, or cannot.
  case mode(connection: String, publishes: Bool)
  /// The connection is gone.
  case gone(connection: String)
  /// Whoever is left has one of these roles.
  case onlyRolesLeft(Set<ParticipantRole>)
  /// The session is over.
  case sessionOver(vendorID: String)
  /// Nobody is in the room, and no session is open.
  case nobodyLeft
}
