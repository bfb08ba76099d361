import JSONCoding
import MeetingCore

/// Reads call objects of answers and events. What is missing is nil; odd shapes never crash.
struct CallReading: Sendable {
  let json: JSON
  let roles: RoleMap

  var address: CallAddress? { json["cid"]?.stringValue.flatMap(CallAddress.init) }
  var endedAt: Timestamp? { WireTime.read(json["ended_at"]) }

  var stage: Fact.Stage? {
    if endedAt != nil { return .ended }
    return json["backstage"]?.boolValue.map { $0 ? .backstage : .live }
  }

  private var session: JSON { json["session"] ?? .null }

  /// The session that runs; nil when none does.
  var openSession: String? {
    if let current = json["current_session_id"]?.stringValue { return current.isEmpty ? nil : current }
    guard WireTime.read(session["ended_at"]) == nil else { return nil }
    return session["id"]?.stringValue
  }

  func snapshot(asOf version: Int64) -> RoomSnapshot? {
    guard let stage else { return nil }
    let rows = openSession == nil ? [] : (session["participants"]?.arrayValue ?? []).compactMap(participant)
    let counted = (session["participants_count_by_role"]?.objectValue?.pairs ?? []).reduce(0) {
      $0 + Int($1.value.integerValue ?? 0)
    }
    return RoomSnapshot(
      asOf: version, stage: stage, endedAt: endedAt, session: openSession,
      sessionStartedAt: WireTime.read(session["started_at"]), participants: rows,
      isComplete: openSession == nil || rows.count >= counted,
      anonymousCount: session["anonymous_participant_count"]?.integerValue.map(Int.init))
  }

  private func participant(_ row: JSON) -> SnapshotParticipant? {
    guard let joined = ParticipantReading.joined(row, session: openSession, roles: roles) else { return nil }
    return SnapshotParticipant(joined: joined, joinedAt: WireTime.read(row["joined_at"]))
  }
}
