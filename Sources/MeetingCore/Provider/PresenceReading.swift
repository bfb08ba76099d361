/// Reads who is in a room.
public protocol PresenceReading: Sendable {
  /// One snapshot per room asked for, in any order; a room the vendor does not know is missing. `versions` gives each
  /// room's version by key, to be put into `RoomSnapshot.asOf`.
  func snapshots(of rooms: [ProviderRoom], versions: [String: Int64], _ context: CallContext)
    async throws(ProviderFailure) -> [String: RoomSnapshot]
}
