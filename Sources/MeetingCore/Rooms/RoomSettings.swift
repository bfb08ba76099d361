/// A room's rules. nil = the provider's default.
public struct RoomSettings: Sendable, Hashable {
  public var access: RoomAccess
  /// Whether the room starts backstage and goes live on command.
  public var backstage: Bool
  public var maximumParticipants: Int?
  public var maximumDurationSeconds: Int?
  public var emptyTimeoutSeconds: Int?
  public var recordAutomatically: Bool

  public init(
    access: RoomAccess = .open, backstage: Bool, maximumParticipants: Int? = nil, maximumDurationSeconds: Int? = nil,
    emptyTimeoutSeconds: Int? = nil, recordAutomatically: Bool = false
  ) {
    self.access = access
    self.backstage = backstage
    self.maximumParticipants = maximumParticipants
    self.maximumDurationSeconds = maximumDurationSeconds
    self.emptyTimeoutSeconds = emptyTimeoutSeconds
    self.recordAutomatically = recordAutomatically
  }
}
