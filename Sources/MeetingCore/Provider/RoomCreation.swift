/// A provider's answer to a create.
public struct RoomCreation: Sendable, Hashable {
  public let room: ProviderRoom
  /// Whether the vendor already had a room under our key.
  public let existed: Bool
  public let facts: [Fact]

  public init(room: ProviderRoom, existed: Bool, facts: [Fact] = []) {
    self.room = room
    self.existed = existed
    self.facts = facts
  }
}
