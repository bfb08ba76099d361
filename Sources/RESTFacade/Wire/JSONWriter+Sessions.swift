import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  /// An occurrence as its list shows it.
  mutating func occurrence(_ session: Session) {
    object { $0.members(of: session) }
  }

  /// An occurrence with who was there.
  mutating func history(_ view: SessionHistoryView) {
    object { json in
      json.members(of: view.session)
      json.member("attendance") { json in
        json.page(view.attendance.items, next: view.attendance.next) { $0.attendance($1) }
      }
    }
  }

  mutating func members(of session: Session) {
    member("id", session.id)
    member("started_at", session.startedAt)
    member("ended_at", session.endedAt)
    member("duration_seconds", session.endedAt.map { Self.seconds(from: session.startedAt, to: $0) })
    member("peak_participants", session.peakParticipants)
  }

  private mutating func attendance(_ view: ParticipantView) {
    let participant = view.participant
    object { json in
      json.member("participant_id", participant.id)
      json.member("person") { $0.person(view.person) }
      json.member("role", participant.role.rawValue)
      json.member("joined_at", participant.joinedAt)
      json.member("left_at", participant.leftAt)
      json.member("duration_seconds", participant.leftAt.map { Self.seconds(from: participant.joinedAt, to: $0) })
      json.member("reason", participant.isConnected ? nil : participant.leaveReason?.rawValue)
    }
  }
}
