package import MeetingCore
package import RoomReducer

/// What came of a submission.
package struct RoomCommitted: Sendable {
  /// The room as it stands after this submission.
  package let state: RoomState
  package let events: [RoomEvent]
  /// The delivery had been committed before; nothing was done.
  package let isDuplicate: Bool

  package init(state: RoomState, events: [RoomEvent], isDuplicate: Bool = false) {
    self.state = state
    self.events = events
    self.isDuplicate = isDuplicate
  }

  package var changed: Bool { !events.isEmpty }
}
