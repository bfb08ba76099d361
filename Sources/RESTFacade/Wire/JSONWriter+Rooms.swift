import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  /// `participants` only where the caller asked for them.
  mutating func room(_ view: RoomView, participants: [ParticipantView]? = nil) {
    let room = view.room
    object { json in
      json.member("id", room.id)
      json.member("external_id", room.externalID)
      json.member("kind", room.kind.rawValue)
      json.member("provider", room.provider)
      json.member("provider_kind", room.providerKind)
      json.member("title", room.title)
      json.member("description", room.description)
      json.member("custom", raw: room.custom)
      json.stage(of: view)
      json.member("host") { $0.person(view.host) }
      json.member("settings") { $0.settings(room.settings) }
      json.times(of: room)
      json.member("sequence", room.lastSequence)
      json.member("session") { $0.session(view.session) }
      json.running(view.running)
      json.member("provider_refs", room.providerRefs)
      json.member("previous_providers", [])
      json.member("attempts") { $0.list(room.attempts) { $0.attempt($1) } }
      if let participants { json.member("participants") { $0.list(participants) { $0.participant($1) } } }
    }
  }

  private mutating func stage(of view: RoomView) {
    member("state", view.room.phase.rawValue)
    member("joinable_at", view.joinableAt)
    member("locked", view.room.locked)
  }

  private mutating func times(of room: Room) {
    member("starts_at", room.startsAt)
    member("join_ahead_seconds", room.joinAheadSeconds)
    member("created_at", room.createdAt)
    member("updated_at", room.updatedAt)
    member("ended_at", room.endedAt)
  }

  private mutating func running(_ sorts: Set<EgressSort>) {
    member("recording", sorts.contains(.recording))
    member("broadcasting", sorts.contains(.broadcast))
    member("transcribing", sorts.contains(.transcription))
  }

  private mutating func settings(_ settings: RoomSettings) {
    object { json in
      json.member("access", settings.access.rawValue)
      json.member("backstage", settings.backstage)
      json.member("max_participants", settings.maximumParticipants)
      json.member("max_duration_seconds", settings.maximumDurationSeconds)
      json.member("empty_timeout_seconds", settings.emptyTimeoutSeconds)
      json.member("record_automatically", settings.recordAutomatically)
    }
  }

  private mutating func session(_ view: SessionView?) {
    guard let view else { return null() }
    object { json in
      json.member("id", view.session.id)
      json.member("started_at", view.session.startedAt)
      json.member("participant_count", view.participantCount)
      json.member("person_count", view.personCount)
      json.member("person_count_by_role") { $0.counts(view.personCountByRole) }
      json.member("anonymous_count", view.anonymousCount)
    }
  }

  private mutating func counts(_ counts: [ParticipantRole: Int]) {
    object { json in
      for role in ParticipantRole.allCases { if let count = counts[role] { json.member(role.rawValue, count) } }
    }
  }

  private mutating func attempt(_ attempt: CreateAttempt) {
    object { json in
      json.member("provider", attempt.provider)
      json.member("outcome", attempt.outcome.rawValue)
      json.member("duration_ms", attempt.durationMilliseconds)
    }
  }
}
