import MeetingCore

extension Reducing {
  /// Stores something that lives in the room and marks its row.
  mutating func put(_ resource: RoomResource) {
    state.keep(resource)
    reduction.changes.resources.insert(resource.thing.id)
  }
}
