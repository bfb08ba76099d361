package import MeetingCore

/// What became of some input.
package struct Reduction: Sendable {
  package var state: RoomState
  package var events: [RoomEvent]
  package var changes: RoomChanges
  package var directives: [Directive]

  package init(
    state: RoomState, events: [RoomEvent] = [], changes: RoomChanges = RoomChanges(), directives: [Directive] = []
  ) {
    self.state = state
    self.events = events
    self.changes = changes
    self.directives = directives
  }
}
