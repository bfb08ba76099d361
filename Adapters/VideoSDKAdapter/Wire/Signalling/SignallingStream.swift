/// Something that a peer publishes in the room.
struct SignallingStream: Sendable, Hashable {
  /// The service's id of it where it gave one.
  let id: String
  let peer: String
  let media: PeerMedia
}
