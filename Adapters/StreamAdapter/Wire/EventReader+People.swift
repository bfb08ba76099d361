import JSONCoding
import MeetingCore

extension EventReader {
  /// Facts of moderation and membership; nil when the event is about something else, or about nobody whom we know.
  func peopleFacts(_ type: String) -> [Fact]? {
    switch type {
    case "call.user_muted": muted()
    case "call.kicked_user": about { .removed(person: $0, by: person(event["kicked_by_user"])) }
    case "call.blocked_user": about { .banned(person: $0, until: nil, by: person(event["blocked_by_user"])) }
    case "call.unblocked_user": about { .unbanned(person: $0, by: nil) }
    case "call.member_added", "call.member_updated", "call.member_updated_permission": members(changed)
    case "call.member_removed": members { member in UserID.decode(member.user).map { .memberRemoved(person: $0) } }
    default: nil
    }
  }

  private func about(_ detail: (String) -> Fact.Detail) -> [Fact]? {
    person(event["user"]).map { [fact(detail($0))] }
  }

  /// The event does not say which tracks: only where there is nothing but sound is it known.
  private func muted() -> [Fact]? {
    guard roles.kind == .audioRoom else { return nil }
    let by = event["from_user_id"]?.stringValue.flatMap(UserID.decode)
    let people = (event["muted_user_ids"]?.arrayValue ?? []).compactMap(\.stringValue).compactMap(UserID.decode)
    return people.isEmpty ? nil : people.map { fact(.muted(person: $0, tracks: [.audio], by: by)) }
  }

  private func changed(_ member: MemberReading) -> Fact.Detail? {
    UserID.decode(member.user).map {
      .memberChanged(person: $0, role: roles.role(of: member, isCreator: member.user == call.creator))
    }
  }

  private func members(_ detail: (MemberReading) -> Fact.Detail?) -> [Fact]? {
    let found = (event["members"]?.arrayValue ?? []).compactMap { MemberReading($0) }.compactMap(detail)
    return found.isEmpty ? nil : found.map { fact($0) }
  }
}
