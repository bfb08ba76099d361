extension StoreCommit {
  /// What breaks the rules of a commit before any stored row is looked at; nil when it is well formed. Both stores refuse
  /// such a commit with a `StoreFailure`, because it is a mistake of the caller that no retry heals.
  package var problem: String? {
    switch room {
    case .none: changesRows ? "rows of a room need that room's version" : nil
    case .insert(let record): problem(of: record, after: 0)
    case .update(let record, let expected): problem(of: record, after: expected)
    case .delete: changesRows ? "a deleted room takes no rows" : nil
    }
  }

  /// Whether the commit carries rows that belong to a room.
  private var changesRows: Bool {
    !participants.isEmpty || !sessions.isEmpty || !members.isEmpty || !removedMembers.isEmpty || !bans.isEmpty
      || !removedBans.isEmpty || !resources.isEmpty || !events.isEmpty || !factKeys.isEmpty
  }

  private func problem(of record: RoomRecord, after expected: Int64) -> String? {
    if record.version != expected + 1 { return "version \(record.version) does not follow \(expected)" }
    let first = record.lastSequence - Int64(events.count) + 1
    if zip(events, first...).contains(where: { $0.sequence != $1 }) { return "a gap in the sequences" }
    let people = participants.map(\.room) + members.map(\.room) + bans.map(\.room)
    let rooms = people + sessions.map(\.room) + resources.map(\.room)
    let own = ExactString(record.id)
    return rooms.contains { ExactString($0) != own } ? "a row of another room" : nil
  }
}
