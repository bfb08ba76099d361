import JSONCoding
package import MeetingCore
package import Store

/// A room as a row, and back. The header is JSON, so that later versions may add fields and read older rows.
package enum RoomCoding {
  package static func record(_ room: Room) -> RoomRecord {
    RoomRecord(
      id: room.id, tenant: room.tenant, provider: room.provider, kind: room.kind.rawValue, externalID: room.externalID,
      phase: room.phase.rawValue, version: room.version, lastSequence: room.lastSequence, header: header(room).bytes(),
      providerKey: room.id, providerRef: room.providerRefs.min { $0.key < $1.key }?.value,
      createdAt: room.createdAt.nanoseconds, startsAt: room.startsAt?.nanoseconds, endedAt: room.endedAt?.nanoseconds)
  }

  package static func room(_ record: RoomRecord) throws(StoreFailure) -> Room {
    guard let header = try? JSON.parse(record.header, mode: .strict), let kind = RoomKind(rawValue: record.kind),
      let phase = RoomPhase(rawValue: record.phase)
    else { throw StoreFailure("room \(record.id) cannot be read") }
    let read = HeaderReader(header)
    var room = Room(
      id: record.id, tenant: record.tenant, kind: kind, provider: record.provider,
      providerKind: read.text("provider_kind") ?? "", createdAt: Timestamp(nanoseconds: record.createdAt),
      host: read.text("host") ?? "", settings: settings(header["settings"] ?? .null))
    room.externalID = record.externalID
    room.phase = phase
    room.startsAt = record.startsAt.map(Timestamp.init(nanoseconds:))
    room.endedAt = record.endedAt.map(Timestamp.init(nanoseconds:))
    room.version = record.version
    room.lastSequence = record.lastSequence
    fill(&room, read)
    return room
  }

  private static func fill(_ room: inout Room, _ read: HeaderReader) {
    room.title = read.text("title")
    room.description = read.text("description")
    room.custom = JSONText(read.text("custom") ?? "{}")
    room.locked = read.flag("locked")
    room.joinAheadSeconds = read.integer("join_ahead").map(Int.init)
    room.updatedAt = read.time("updated_at") ?? room.createdAt
    room.endReason = read.text("end_reason")
    room.providerRefs = read.texts("refs")
    room.attempts = read.list("attempts").compactMap(attempt)
    room.anonymousCount = read.integer("anonymous").map(Int.init) ?? 0
    room.createFingerprint = read.text("fingerprint") ?? ""
    room.providerOptions = JSONText(read.text("options") ?? "{}")
    room.stageChangedAt = read.time("stage_at") ?? room.createdAt
    room.stageChangedVersion = read.integer("stage_version") ?? 0
    room.sessionBegunVersion = read.integer("session_version") ?? 0
    room.banChangedAt = read.times("ban_at")
    room.memberChangedAt = read.times("member_at")
    room.memberChanges = memberChanges(read)
    room.seat = seat(read.nested("seat"))
  }

  private static func header(_ room: Room) -> JSON {
    var object = JSONObject()
    object["provider_kind"] = .string(room.providerKind)
    object["host"] = .string(room.host)
    object["settings"] = settings(room.settings)
    object["title"] = room.title.map(JSON.string)
    object["description"] = room.description.map(JSON.string)
    object["custom"] = .string(room.custom.text)
    object["locked"] = .bool(room.locked)
    object["join_ahead"] = room.joinAheadSeconds.map { .integer(Int64($0)) }
    object["updated_at"] = .integer(room.updatedAt.nanoseconds)
    object["end_reason"] = room.endReason.map(JSON.string)
    object["refs"] = texts(room.providerRefs)
    object["attempts"] = .array(room.attempts.map(attempt))
    object["anonymous"] = .integer(Int64(room.anonymousCount))
    object["fingerprint"] = .string(room.createFingerprint)
    object["options"] = .string(room.providerOptions.text)
    object["stage_at"] = .integer(room.stageChangedAt.nanoseconds)
    object["stage_version"] = .integer(room.stageChangedVersion)
    object["session_version"] = .integer(room.sessionBegunVersion)
    if !room.banChangedAt.isEmpty { object["ban_at"] = times(room.banChangedAt) }
    if !room.memberChangedAt.isEmpty { object["member_at"] = times(room.memberChangedAt) }
    if !room.memberChanges.isEmpty { object["member_changes"] = memberChanges(room.memberChanges) }
    object["seat"] = room.seat.map(seat)
    return .object(object)
  }

  private static func seat(_ seat: SeatNews) -> JSON {
    var object = JSONObject()
    object["since"] = .integer(seat.since.nanoseconds)
    if let speaker = seat.speaker {
      var one = JSONObject()
      one["connection"] = speaker.connection.map(JSON.string)
      one["level"] = speaker.level.map(JSON.number)
      one["as_of"] = .integer(speaker.asOf.nanoseconds)
      object["speaker"] = .object(one)
    }
    return .object(object)
  }

  private static func seat(_ read: HeaderReader) -> SeatNews? {
    guard let since = read.time("since") else { return nil }
    let one = read.nested("speaker")
    let speaker = one.time("as_of").map {
      SeatNews.Speaker(connection: one.text("connection"), level: one.number("level"), asOf: $0)
    }
    return SeatNews(since: since, speaker: speaker)
  }

  private static func memberChanges(_ changes: [String: MemberChange]) -> JSON {
    var object = JSONObject()
    for (person, change) in changes.sorted(by: { $0.key < $1.key }) {
      var one = JSONObject()
      one["role"] = change.role.map { .string($0.rawValue) }
      one["by"] = change.by.map(JSON.string)
      one["state"] = .string(change.state.rawValue)
      object[person] = .object(one)
    }
    return .object(object)
  }

  /// Whoever reads a change that was being asked for does not know whether its answer came.
  private static func memberChanges(_ read: HeaderReader) -> [String: MemberChange] {
    read.map("member_changes") { one in
      let state = one.text("state").flatMap(MemberChange.State.init) ?? .uncertain
      return MemberChange(
        role: one.text("role").flatMap(ParticipantRole.init), by: one.text("by"),
        state: state == .asked ? .uncertain : state)
    }
  }

  private static func times(_ times: [String: Timestamp]) -> JSON {
    var object = JSONObject()
    for (name, time) in times.sorted(by: { $0.key < $1.key }) { object[name] = .integer(time.nanoseconds) }
    return .object(object)
  }

  private static func settings(_ settings: RoomSettings) -> JSON {
    var object = JSONObject()
    object["access"] = .string(settings.access.rawValue)
    object["backstage"] = .bool(settings.backstage)
    object["max_participants"] = settings.maximumParticipants.map { .integer(Int64($0)) }
    object["max_duration"] = settings.maximumDurationSeconds.map { .integer(Int64($0)) }
    object["empty_timeout"] = settings.emptyTimeoutSeconds.map { .integer(Int64($0)) }
    object["record"] = .bool(settings.recordAutomatically)
    return .object(object)
  }

  private static func settings(_ json: JSON) -> RoomSettings {
    let read = HeaderReader(json)
    return RoomSettings(
      access: read.text("access").flatMap(RoomAccess.init) ?? .open, backstage: read.flag("backstage"),
      maximumParticipants: read.integer("max_participants").map(Int.init),
      maximumDurationSeconds: read.integer("max_duration").map(Int.init),
      emptyTimeoutSeconds: read.integer("empty_timeout").map(Int.init), recordAutomatically: read.flag("record"))
  }

  private static func attempt(_ attempt: CreateAttempt) -> JSON {
    [
      "provider": .string(attempt.provider), "outcome": .string(attempt.outcome.rawValue),
      "ms": .integer(Int64(attempt.durationMilliseconds)),
    ]
  }

  private static func attempt(_ json: JSON) -> CreateAttempt? {
    let read = HeaderReader(json)
    guard let provider = read.text("provider"),
      let outcome = read.text("outcome").flatMap(CreateAttempt.Outcome.init)
    else { return nil }
    return CreateAttempt(
      provider: provider, outcome: outcome, durationMilliseconds: Int(read.integer("ms") ?? 0))
  }

  static func texts(_ map: [String: String]) -> JSON {
    var object = JSONObject()
    for (key, value) in map.sorted(by: { $0.key < $1.key }) { object[key] = .string(value) }
    return .object(object)
  }
}
