import MeetingCore

extension Reducing {
  /// Stores something that lives in the room and marks its row.
  mutating func put(_ resource: RoomResource) {
    let id = resource.thing.id
    state.resources[id] = resource
    reduction.changes.resources.insert(id)
  }
}
