import AdapterKit
import JSONCoding
import MeetingCore

/// Reads call objects of answers and events. What is missing is nil; odd shapes never crash.
struct CallReading: Sendable {
  let json: JSON

  init(_ json: JSON?) { self.json = json ?? .null }

  var address: CallAddress? { json["cid"]?.stringValue.flatMap(CallAddress.init) }
  var creator: String? { json["created_by"]?["id"]?.stringValue }
  var startsAt: Timestamp? { WireTime.read(json["starts_at"]) }
  var endedAt: Timestamp? { WireTime.read(json["ended_at"]) }

  var stage: Fact.Stage? {
    if endedAt != nil { return .ended }
    return json["backstage"]?.boolValue.map { $0 ? .backstage : .live }
  }

  var session: JSON { json["session"] ?? .null }

  /// The session that runs; nil when none does.
  var openSession: String? {
    if let current = json["current_session_id"]?.stringValue { return current.isEmpty ? nil : current }
    guard WireTime.read(session["ended_at"]) == nil else { return nil }
    return session["id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the audience may already come in although the call is backstage.
  func isOpenAhead(at now: Timestamp) -> Bool {
    let ahead =
      json["join_ahead_time_seconds"]?.integerValue
      ?? json["settings"]?["backstage"]?["join_ahead_time_seconds"]?.integerValue
    guard let startsAt, let ahead, ahead > 0 else { return false }
    return startsAt.advanced(bySeconds: -ahead) <= now
  }

  /// `tracks` tells what a connection publishes, as far as it was read.
  func snapshot(asOf version: Int64, roles: RoleMap, tracks: TrackReading = TrackReading()) -> RoomSnapshot? {
    guard let stage else { return nil }
    let listed = openSession == nil ? [] : session["participants"]?.arrayValue ?? []
    let rows = listed.compactMap { participant($0, roles, tracks) }
    var snapshot = RoomSnapshot(
      asOf: version, stage: stage, endedAt: endedAt, session: openSession,
      sessionStartedAt: openSession == nil ? nil : WireTime.read(session["started_at"]), participants: rows,
      isComplete: openSession == nil || isWhole(rows.count), anonymousCount: anonymousCount, banned: banned)
    snapshot.egress = running
    return snapshot
  }

  /// The list is cut in large calls; only the counts by role are whole.
  private func isWhole(_ listed: Int) -> Bool {
    guard let counts = session["participants_count_by_role"]?.objectValue else { return listed < 100 }
    let counted = counts.pairs.reduce(0) { $0 + Int(clamping: min(max(0, $1.value.integerValue ?? 0), 1 << 31)) }
    return listed >= counted
  }

  private var anonymousCount: Int? {
    guard openSession != nil else { return 0 }
    return session["anonymous_participant_count"]?.integerValue.map { Int(clamping: max(0, $0)) }
  }

  /// Whoever is kept out, as far as they are people of ours.
  private var banned: Set<String>? {
    json["blocked_user_ids"]?.arrayValue.map { Set($0.compactMap(\.stringValue).compactMap(UserID.decode)) }
  }

  private func participant(_ row: JSON, _ roles: RoleMap, _ tracks: TrackReading) -> SnapshotParticipant? {
    guard let joined = ParticipantReading(row)?.joined(session: openSession, roles: roles, creator: creator) else {
      return nil
    }
    return SnapshotParticipant(
      joined: joined, joinedAt: WireTime.read(row["joined_at"]), tracks: tracks.states(of: joined.connection))
  }
}
