package import MeetingCore
package import RoomReducer
package import Store

/// A whole room state from its rows.
package enum StateCoding {
  package static func state(_ rows: RoomRows) throws(StoreFailure) -> RoomState {
    var state = RoomState(room: try RoomCoding.room(rows.room))
    for row in rows.participants { state.keep(try ParticipantCoding.participant(row)) }
    for row in rows.sessions { state.sessions[row.id] = session(row) }
    for row in rows.members { state.members[row.person] = ParticipantRole(rawValue: row.role) ?? .listener }
    for row in rows.bans { state.bans[row.person] = ban(row) }
    for row in rows.resources { state.keep(try ResourceCoding.resource(row)) }
    for row in rows.operations { state.operations[row.id] = try OperationCoding.operation(row) }
    return state
  }

  package static func session(_ row: SessionRecord) -> Session {
    Session(
      id: row.id, vendorID: row.vendorID, startedAt: Timestamp(nanoseconds: row.startedAt),
      endedAt: row.endedAt.map(Timestamp.init(nanoseconds:)), peakParticipants: row.peak)
  }

  static func record(_ session: Session, room: String) -> SessionRecord {
    SessionRecord(
      id: session.id, room: room, vendorID: session.vendorID, startedAt: session.startedAt.nanoseconds,
      endedAt: session.endedAt?.nanoseconds, peak: session.peakParticipants)
  }

  static func record(_ ban: Ban, room: String, at: Int64) -> BanRecord {
    BanRecord(
      room: room, person: ban.person, until: ban.until?.nanoseconds, session: ban.session, by: ban.by, createdAt: at)
  }

  private static func ban(_ row: BanRecord) -> Ban {
    Ban(person: row.person, until: row.until.map(Timestamp.init(nanoseconds:)), session: row.session, by: row.by)
  }
}
