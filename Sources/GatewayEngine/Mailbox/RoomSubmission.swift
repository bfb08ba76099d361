import MeetingCore
package import RoomReducer
package import Store

/// What goes to a room's mailbox: inputs for the reducer and rows that must commit with them.
package struct RoomSubmission: Sendable {
  package var inputs: [RoomInput]
  package var inbox: [InboxRecord] = []
  package var people: [PersonRecord] = []
  /// The lease under which whoever submits it was told.
  package var fence: LeaseFence?

  package init(_ inputs: [RoomInput]) { self.inputs = inputs }
}
