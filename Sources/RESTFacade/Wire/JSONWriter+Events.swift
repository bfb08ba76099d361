import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  mutating func event(_ event: RoomEvent, in frame: EventFrame) {
    let room = frame.view.room
    object { json in
      json.member("id", frame.id)
      json.member("type", event.type)
      json.member("room_id", room.id)
      json.member("session_id", event.session)
      json.member("sequence", frame.sequence)
      json.member("occurred_at", event.occurredAt)
      json.member("recorded_at", frame.recordedAt)
      json.member("provider", room.provider)
      json.member("provider_kind", room.providerKind)
      json.member("source", event.source.rawValue)
      json.member("data") { json in json.object { $0.data(of: event.detail, in: frame) } }
      json.member("provider_event") { json in
        guard let type = event.vendorType else { return json.null() }
        json.object { $0.member("type", type) }
      }
    }
  }

  private mutating func data(of detail: RoomEvent.Detail, in frame: EventFrame) {
    switch detail {
    case .roomCreated(let by), .wentLive(let by), .stoppedLive(let by), .locked(let by), .unlocked(let by):
      roomChange([], by: by, in: frame)
    case .roomUpdated(let changed, let by): roomChange(changed, by: by, in: frame)
    case .roomEnded(let endedAt, let reason, let by):
      member("ended_at", endedAt)
      member("reason", reason)
      named("by", by, in: frame)
    case .sessionStarted(let session): sessionChange(session, reason: nil)
    case .sessionEnded(let session, let reason): sessionChange(session, reason: reason)
    case .agent(let id, let participant, let person, let news):
      agentData(id, participant: participant, person: person, news, in: frame)
    case .call(let call, let step): callData(call, step)
    case .providerEvent(let type, let payload):
      member("type", type)
      member("payload", raw: payload)
    default: peopleData(of: detail, in: frame)
    }
  }

  private mutating func peopleData(of detail: RoomEvent.Detail, in frame: EventFrame) {
    switch detail {
    case .participantJoined(let participant): presence(participant, changed: [], in: frame)
    case .participantUpdated(let participant, let changed): presence(participant, changed: changed, in: frame)
    case .participantLeft(let participant): departure(participant, in: frame)
    case .participantMuted(let id, let person, let tracks, let by),
      .participantUnmuted(let id, let person, let tracks, let by):
      member("participant_id", id)
      named("person", person, in: frame)
      member("tracks", tracks.map(\.rawValue))
      named("by", by, in: frame)
    case .speakerChanged(let id, let person):
      member("participant_id", id)
      named("person", person, in: frame)
    case .participantRemoved(let participants, let person, let rejoin, let by):
      member("participant_ids", participants)
      named("person", person, in: frame)
      member("rejoin", rejoin)
      named("by", by, in: frame)
    case .banned(let person, let until, let by): exclusion(person, until: until, by: by, in: frame)
    case .unbanned(let person, let by): exclusion(person, until: nil, by: by, in: frame)
    case .operationFinished(let operation): member("operation") { $0.operation(operation) }
    case .egress(let egress, let step): progress(of: egress, step, in: frame)
    case .captionReceived(let caption): self.caption(caption, in: frame)
    case .messageSent, .reactionSent: talkData(of: detail, in: frame)
    default: permissionData(of: detail, in: frame)
    }
  }

  private mutating func talkData(of detail: RoomEvent.Detail, in frame: EventFrame) {
    switch detail {
    case .messageSent(let message, let id):
      member("id", id)
      named("from", message.from, in: frame)
      member("to") { json in
        guard let to = message.to else { return json.null() }
        json.list(to) { $0.string($1) }
      }
      member("topic", message.topic)
      member("payload", raw: message.payload)
    case .reactionSent(let reaction, let id):
      member("id", id)
      named("from", reaction.from, in: frame)
      member("type", reaction.type)
      member("emoji", reaction.emoji)
      member("custom", raw: reaction.custom)
    default: break
    }
  }

  private mutating func progress(of egress: Egress, _ step: EgressStep, in frame: EventFrame) {
    let view = EgressView(egress: egress, room: frame.view.room.id, people: frame.people)
    member(egress.plan.sort.rawValue) { $0.egressWithoutAddresses(view) }
    member("reason", egress.reason)
    named("by", step == .started ? egress.startedBy : step == .stopped ? egress.stoppedBy : nil, in: frame)
  }

  private mutating func caption(_ caption: Caption, in frame: EventFrame) {
    member("id", caption.id)
    named("person", caption.person, in: frame)
    member("text", caption.text)
    member("language", caption.language)
    member("final", caption.isFinal)
    member("started_at", caption.startedAt)
    member("ended_at", caption.endedAt)
  }

  private mutating func roomChange(_ changed: [String], by: String?, in frame: EventFrame) {
    member("room") { $0.room(frame.view) }
    member("changed", changed)
    named("by", by, in: frame)
  }

  private mutating func sessionChange(_ session: Session, reason: String?) {
    member("session") { json in json.object { $0.members(of: session) } }
    member("reason", reason)
  }

  private mutating func presence(_ participant: Participant, changed: [String], in frame: EventFrame) {
    let person = participant.person.map { frame.people[$0] ?? Person(externalID: $0) }
    member("participant") {
      $0.participant(
        ParticipantView(participant: participant, person: person, permissions: frame.permissions, in: frame.view.room))
    }
    member("changed", changed)
  }

  private mutating func departure(_ participant: Participant, in frame: EventFrame) {
    member("participant_id", participant.id)
    named("person", participant.person, in: frame)
    member("left_at", participant.leftAt)
    member("duration_seconds", participant.leftAt.map { Self.seconds(from: participant.joinedAt, to: $0) })
    member("reason", participant.leaveReason?.rawValue)
  }

  private mutating func exclusion(_ person: String, until: Timestamp?, by: String?, in frame: EventFrame) {
    named("person", person, in: frame)
    member("until", until)
    named("by", by, in: frame)
  }

  /// Somebody an event names: with what is known of them, or null.
  mutating func named(_ key: String, _ externalID: String?, in frame: EventFrame) {
    member(key) { json in
      guard let externalID else { return json.null() }
      let person = frame.people[externalID]
      json.object { json in
        json.member("external_id", externalID)
        if let name = person?.name { json.member("name", name) }
        if let url = person?.imageURL { json.member("image_url", url) }
      }
    }
  }

  /// Whole seconds; clocks of two machines never make it negative.
  static func seconds(from start: Timestamp, to end: Timestamp) -> Int64 {
    max(0, end.seconds - start.seconds)
  }
}
