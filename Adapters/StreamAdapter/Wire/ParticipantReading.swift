import AdapterKit
import JSONCoding
import MeetingCore

/// A connected device. Presence is keyed by `user_session_id`, never by user.
struct ParticipantReading: Sendable {
  let connection: String
  let user: String?
  let role: String?
  let joinedAt: Timestamp?

  /// nil without a connection id.
  init?(_ json: JSON?) {
    guard let connection = json?["user_session_id"]?.stringValue, !connection.isEmpty else { return nil }
    self.connection = connection
    user = json?["user"]?["id"]?.stringValue ?? json?["user_id"]?.stringValue
    role = json?["role"]?.stringValue
    joinedAt = WireTime.read(json?["joined_at"])
  }

  var person: String? { user.flatMap(UserID.decode) }

  /// `creator` is the user who made the call, if known.
  func joined(session: String?, roles: RoleMap, creator: String?) -> Fact.Joined {
    var refs = ["user_session_id": connection]
    if let user { refs["user"] = user }
    let isCreator = creator != nil && user == creator
    return Fact.Joined(
      connection: connection, person: person, role: role.flatMap { roles.role(of: $0, isCreator: isCreator) },
      session: session, providerRefs: refs)
  }
}
