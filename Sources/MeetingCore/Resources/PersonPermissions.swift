/// What one person may publish in a room, where it was ever given or taken beside their role.
public struct PersonPermissions: RoomThing {
  /// Made of the room and the person: there is one of each.
  public let id: String
  /// External id.
  public let holder: String
  /// All that they may publish, not only what differs from their role.
  public let permissions: Set<Permission>
  /// Whether that is not simply what their role may.
  public let isOverride: Bool
  public let createdAt: Timestamp
  public let changedAt: Timestamp

  public init(
    room: String, holder: String, permissions: Set<Permission>, isOverride: Bool, createdAt: Timestamp,
    changedAt: Timestamp
  ) {
    id = Self.id(room: room, holder: holder)
    self.holder = holder
    self.permissions = permissions
    self.isOverride = isOverride
    self.createdAt = createdAt
    self.changedAt = changedAt
  }

  /// The one id that the permissions of somebody in a room have.
  public static func id(room: String, holder: String) -> String { "prm_\(room):\(holder)" }

  public var person: String? { holder }
  /// Remembered as long as the role does not say the same.
  public var isOpen: Bool { isOverride }
}
