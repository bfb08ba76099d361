import MeetingCore

/// A room to be read now.
struct ReconciliationPick: Sendable, Hashable {
  let room: String
  let kind: RoomKind
  var withTracks = false
}
