/// Everything the reducer needs of one room, read in one consistent view.
package struct RoomRows: Sendable, Hashable {
  package let room: RoomRecord
  /// Those connected, and those who left since `leftAfter` of the request.
  package let participants: [ParticipantRecord]
  package let sessions: [SessionRecord]
  package let members: [MemberRecord]
  package let bans: [BanRecord]
  package let resources: [ResourceRecord]
  package let operations: [OperationRecord]

  package init(
    room: RoomRecord, participants: [ParticipantRecord], sessions: [SessionRecord], members: [MemberRecord],
    bans: [BanRecord], resources: [ResourceRecord], operations: [OperationRecord]
  ) {
    self.room = room
    self.participants = participants
    self.sessions = sessions
    self.members = members
    self.bans = bans
    self.resources = resources
    self.operations = operations
  }
}
