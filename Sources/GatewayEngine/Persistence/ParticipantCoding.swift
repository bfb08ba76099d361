import JSONCoding
package import MeetingCore
package import Store

/// A participant as a row, and back.
package enum ParticipantCoding {
  package static func record(_ participant: Participant, room: String) -> ParticipantRecord {
    ParticipantRecord(
      room: room, connection: participant.connection, id: participant.id, person: participant.person,
      role: participant.role.rawValue, session: participant.session, isConnected: participant.isConnected,
      joinedAt: participant.joinedAt.nanoseconds, leftAt: participant.leftAt?.nanoseconds,
      changedVersion: participant.changedVersion, body: body(participant).bytes())
  }

  package static func participant(_ record: ParticipantRecord) throws(StoreFailure) -> Participant {
    guard let body = try? JSON.parse(record.body, mode: .strict) else {
      throw StoreFailure("participant \(record.id) cannot be read")
    }
    let read = HeaderReader(body)
    var participant = Participant(
      id: record.id, connection: record.connection, person: record.person, session: record.session,
      role: ParticipantRole(rawValue: record.role) ?? .listener, joinedAt: Timestamp(nanoseconds: record.joinedAt),
      leftAt: record.leftAt.map(Timestamp.init(nanoseconds:)),
      leaveReason: read.text("leave_reason").flatMap(LeaveReason.init), tracks: tracks(read.nested("tracks")),
      providerRefs: read.texts("refs"), changedVersion: record.changedVersion)
    participant.place = read.text("place")
    participant.isAnnounced = !read.flag("untold")
    participant.isRemovalTold = read.flag("removal_told")
    participant.publishes = read.optionalFlag("publishes")
    return participant
  }

  private static func body(_ participant: Participant) -> JSON {
    var object = JSONObject()
    object["place"] = participant.place.map(JSON.string)
    object["leave_reason"] = participant.leaveReason.map { .string($0.rawValue) }
    object["refs"] = RoomCoding.texts(participant.providerRefs)
    object["untold"] = participant.isAnnounced ? nil : true
    object["removal_told"] = participant.isRemovalTold ? true : nil
    object["publishes"] = participant.publishes.map(JSON.bool)
    var tracks = JSONObject()
    for (kind, track) in participant.tracks.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      tracks[kind.rawValue] = self.track(track)
    }
    object["tracks"] = .object(tracks)
    return .object(object)
  }

  private static func track(_ track: TrackState) -> JSON {
    var object = JSONObject()
    object["publishing"] = track.publishing.map(JSON.bool)
    object["muted"] = track.muted.map(JSON.bool)
    object["as_of"] = track.asOf.map { .integer($0.nanoseconds) }
    return .object(object)
  }

  private static func tracks(_ read: HeaderReader) -> [TrackKind: TrackState] {
    var result: [TrackKind: TrackState] = [:]
    for kind in TrackKind.allCases {
      let track = read.nested(kind.rawValue)
      let state = TrackState(
        publishing: track.optionalFlag("publishing"), muted: track.optionalFlag("muted"), asOf: track.time("as_of"))
      if state != TrackState() { result[kind] = state }
    }
    return result
  }
}
