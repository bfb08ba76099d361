package import MeetingCore

/// A room's descriptive fields as they shall be.
package struct RoomPatch: Sendable, Hashable {
  package var title: String?
  package var description: String?
  package var custom: JSONText
  package var settings: RoomSettings
  package var startsAt: Timestamp?

  package init(of room: Room) {
    title = room.title
    description = room.description
    custom = room.custom
    settings = room.settings
    startsAt = room.startsAt
  }
}
