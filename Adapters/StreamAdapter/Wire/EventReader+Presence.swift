import JSONCoding
import MeetingCore

extension EventReader {
  /// Facts of who is connected; nil when the event is about something else or tells nothing. Counts inside events are never
  /// used: presence is a set.
  func presenceFacts(_ type: String) -> [Fact]? {
    switch type {
    case "call.session_participant_joined": joined()
    case "call.session_participant_left": left()
    case "call.session_participant_count_updated":
      event["anonymous_participant_count"]?.integerValue.map { [fact(.anonymousCount(Int(clamping: max(0, $0))))] }
    default: nil
    }
  }

  private func joined() -> [Fact]? {
    guard let row = ParticipantReading(event["participant"]) else { return nil }
    let joined = row.joined(session: session, roles: roles, creator: call.creator)
    return [fact(.joined(joined), at: min(bounded(row.joinedAt ?? occurredAt), occurredAt))]
  }

  /// A leave without a reason is somebody's own.
  private func left() -> [Fact]? {
    guard let row = ParticipantReading(event["participant"]) else { return nil }
    let stay = row.joinedAt.map { since in
      Fact.Stay(
        joined: row.joined(session: session, roles: roles, creator: call.creator),
        since: min(bounded(since), occurredAt))
    }
    let reason = event["reason"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    return [
      fact(
        .left(
          connection: row.connection, person: row.person, reason: reason.map(Self.leaveReason) ?? .left, stay: stay))
    ]
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
}
