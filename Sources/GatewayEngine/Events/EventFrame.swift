package import MeetingCore

/// What an event is written out with.
package struct EventFrame: Sendable {
  /// `evt_…`
  package let id: String
  package let sequence: Int64
  package let recordedAt: Timestamp
  /// The room as it stands after the event, with its session's numbers.
  package let view: RoomView
  package let people: [String: Person]
  /// What the participant whom the event tells of may publish.
  package let permissions: Set<Permission>

  package init(
    id: String, sequence: Int64, recordedAt: Timestamp, view: RoomView, people: [String: Person],
    permissions: Set<Permission> = []
  ) {
    self.permissions = permissions
    self.id = id
    self.sequence = sequence
    self.recordedAt = recordedAt
    self.view = view
    self.people = people
  }
}
