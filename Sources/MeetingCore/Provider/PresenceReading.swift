/// Reads who is in a room.
public protocol PresenceReading: Sendable {
  /// What reading costs at the vendor, so that whoever reads on a timer can stay within a budget.
  func cost(of kind: RoomKind) -> PresenceCost

  /// What the vendor's names in snapshots stand for.
  var naming: Fact.Joined.Naming { get }
  /// One snapshot per room asked for, in any order, by the room's key; a room the vendor does not know is missing.
  func snapshots(of queries: [PresenceQuery], _ context: CallContext) async throws(ProviderFailure) -> [String:
    RoomSnapshot]
}

extension PresenceReading { public var naming: Fact.Joined.Naming { .connection } }
