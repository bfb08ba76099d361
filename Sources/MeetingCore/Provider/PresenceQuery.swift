/// A room whose people are to be read.
public struct PresenceQuery: Sendable, Hashable {
  public let room: ProviderRoom
  /// The room's version when the read begins: becomes `RoomSnapshot.asOf`.
  public let version: Int64
  /// Whether to read who publishes what as well, where the vendor asks further requests for it.
  public let withTracks: Bool

  public init(room: ProviderRoom, version: Int64, withTracks: Bool = true) {
    self.room = room
    self.version = version
    self.withTracks = withTracks
  }
}
