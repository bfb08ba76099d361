import JSONCoding
import MeetingCore

/// Reads participants. Presence is keyed by `user_session_id`, never by user.
enum ParticipantReading {
  static func joined(_ row: JSON, session: String?, roles: RoleMap) -> Fact.Joined? {
    guard let connection = row["user_session_id"]?.stringValue, !connection.isEmpty else { return nil }
    let user = userID(row)
    return Fact.Joined(
      connection: connection, person: user.flatMap(UserID.decode),
      role: row["role"]?.stringValue.flatMap(roles.role), session: session,
      providerRefs: user.map { ["user_session_id": connection, "user": $0] } ?? ["user_session_id": connection])
  }

  static func userID(_ row: JSON) -> String? {
    row["user"]?["id"]?.stringValue ?? row["user_id"]?.stringValue
  }
}
