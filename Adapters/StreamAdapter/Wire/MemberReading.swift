import JSONCoding
import MeetingCore

/// A call's member: in answers and events an object, in removals the bare id.
struct MemberReading: Sendable, Hashable {
  let user: String
  /// The service's role.
  let role: String?
  /// Our role, as we wrote it down with the membership.
  let marked: ParticipantRole?

  init?(_ json: JSON) {
    let id = json.stringValue ?? json["user_id"]?.stringValue ?? json["user"]?["id"]?.stringValue
    guard let id, !id.isEmpty else { return nil }
    user = id
    role = json["role"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    marked = json["custom"]?[RoleMap.mark]?.stringValue.flatMap(ParticipantRole.init)
  }
}
