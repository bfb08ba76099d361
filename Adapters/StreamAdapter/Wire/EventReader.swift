import Cryptography
import JSONCoding
import MeetingCore

/// An event of the service as facts.
struct EventReader: Sendable {
  let event: JSON
  let roles: RoleMap
  let receivedAt: Timestamp

  var type: String? { event["type"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
  var occurredAt: Timestamp? { WireTime.read(event["created_at"]) }

  func facts() -> [Fact] {
    guard let type else { return [] }
    let details = details(type)
    if details.isEmpty { return Self.silent.contains(type) ? [] : [fact(unknown(type), key: key(type))] }
    return details.map { fact($0) }
  }

  /// Events whose content comes in another way; they add nothing.
  private static let silent: Set<String> = [
    "call.created", "call.updated", "call.deleted", "call.member_added", "call.member_updated",
    "call.member_updated_permission", "call.member_removed", "call.user_muted", "call.session_participant_joined",
    "call.session_participant_left", "call.session_participant_count_updated", "call.kicked_user", "call.blocked_user",
    "call.unblocked_user", "health.check",
  ]

  private func details(_ type: String) -> [Fact.Detail] {
    switch type {
    case "call.created", "call.updated": observed()
    case "call.live_started": [.roomObserved(stage: .live, endedAt: nil, endedBy: nil, reason: nil)]
    case "call.ended": ended(by: person(event["user"]), reason: event["reason"]?.stringValue)
    case "call.deleted": ended(by: nil, reason: "vendor")
    case "call.session_started": [.sessionStarted(vendorID: session)]
    case "call.session_ended": [.sessionEnded(vendorID: session, reason: nil)]
    case "call.session_participant_joined": joined()
    case "call.session_participant_left": left()
    case "call.session_participant_count_updated": counted()
    default: people(type)
    }
  }

  private func people(_ type: String) -> [Fact.Detail] {
    switch type {
    case "call.user_muted": muted()
    case "call.kicked_user":
      person(event["user"]).map { [.removed(person: $0, by: person(event["kicked_by_user"]))] } ?? []
    case "call.blocked_user":
      person(event["user"]).map { [.banned(person: $0, until: nil, by: person(event["blocked_by_user"]))] } ?? []
    case "call.unblocked_user": person(event["user"]).map { [.unbanned(person: $0, by: nil)] } ?? []
    case "call.member_added", "call.member_updated", "call.member_updated_permission": members()
    case "call.member_removed":
      (event["members"]?.arrayValue ?? []).compactMap { member in
        (member.stringValue ?? member["user_id"]?.stringValue).flatMap(UserID.decode).map { .memberRemoved(person: $0) }
      }
    default: []
    }
  }

  // MARK: The room

  private func observed() -> [Fact.Detail] {
    let call = CallReading(json: event["call"] ?? .null, roles: roles)
    guard let stage = call.stage else { return [] }
    return [.roomObserved(stage: stage, endedAt: call.endedAt, endedBy: nil, reason: nil)]
  }

  private func ended(by: String?, reason: String?) -> [Fact.Detail] {
    let call = CallReading(json: event["call"] ?? .null, roles: roles)
    let why = reason.map { Self.endReasons[$0] ?? "vendor" } ?? (by == nil ? "vendor" : "host")
    return [.roomObserved(stage: .ended, endedAt: call.endedAt ?? occurredAt, endedBy: by, reason: why)]
  }

  private static let endReasons = ["max_duration": "max_duration", "max_duration_reached": "max_duration"]

  private var session: String? { event["session_id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }

  // MARK: Presence

  private func joined() -> [Fact.Detail] {
    ParticipantReading.joined(event["participant"] ?? .null, session: session, roles: roles).map { [.joined($0)] } ?? []
  }

  private func left() -> [Fact.Detail] {
    let row = event["participant"] ?? .null
    guard let connection = row["user_session_id"]?.stringValue, !connection.isEmpty else { return [] }
    let user = ParticipantReading.userID(row).flatMap(UserID.decode)
    let reason = event["reason"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    return [.left(connection: connection, person: user, reason: reason.map(Self.leaveReason) ?? .left)]
  }

  private static func leaveReason(_ text: String) -> LeaveReason? {
    switch text.lowercased() {
    case "left", "leave", "user_left": .left
    case "kicked", "removed", "blocked": .removed
    case "ended", "call_ended", "live_ended", "session_ended": .roomEnded
    case "timeout", "connection_timeout", "inactive": .timeout
    case "aborted", "connection_aborted": .aborted
    default: nil
    }
  }

  private func counted() -> [Fact.Detail] {
    event["anonymous_participant_count"]?.integerValue.map { [.anonymousCount(Int(clamping: $0))] } ?? []
  }

  // MARK: People

  private func muted() -> [Fact.Detail] {
    let by = event["from_user_id"]?.stringValue.flatMap(UserID.decode)
    return (event["muted_user_ids"]?.arrayValue ?? []).compactMap(\.stringValue).compactMap(UserID.decode).map {
      .muted(person: $0, tracks: [.audio], by: by)
    }
  }

  private func members() -> [Fact.Detail] {
    (event["members"]?.arrayValue ?? []).compactMap { member in
      let user = member["user_id"]?.stringValue ?? member["user"]?["id"]?.stringValue
      return user.flatMap(UserID.decode).map {
        .memberChanged(person: $0, role: member["role"]?.stringValue.flatMap(roles.role))
      }
    }
  }

  private func person(_ user: JSON?) -> String? { user?["id"]?.stringValue.flatMap(UserID.decode) }

  // MARK: Facts

  private func fact(_ detail: Fact.Detail, key: String? = nil) -> Fact {
    Fact(occurredAt: occurredAt ?? receivedAt, source: .webhook, key: key, vendorType: type, detail)
  }

  private func unknown(_ type: String) -> Fact.Detail {
    .unknown(type: String(type.prefix(120)), payload: JSONText(PayloadRedaction.redacted(event)))
  }

  /// Without a delivery id the content tells a repeat.
  private func key(_ type: String) -> String {
    "\(type.prefix(60)):" + Hex.encode(SHA256.digest(event.canonicalBytes()))
  }
}
