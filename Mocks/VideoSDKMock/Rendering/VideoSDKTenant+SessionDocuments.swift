import JSONCoding
import MockKit

extension VideoSDKTenant {
  /// A session with everybody who was in it.
  func document(_ session: VideoSDKSession, _ base: String) -> JSONObject {
    [
      "id": .string(session.id), "roomId": .string(session.roomID),
      "customRoomId": .text(rooms[session.roomID]?.customRoomID), "start": VideoSDKTime.rest(session.startedAt),
      "end": VideoSDKTime.rest(session.endedAt), "status": session.isOngoing ? "ongoing" : "ended",
      "participants": .array(session.all.map { .object(document($0)) }), "links": links(session, base),
    ]
  }

  /// What getting one session adds.
  func fullDocument(_ session: VideoSDKSession, _ base: String, at now: Int64) -> JSON {
    var document = document(session, base)
    document["userId"] = .string(userID)
    document["region"] = .text(rooms[session.roomID]?.settings.geoFence)
    document["activeDuration"] = .integer(((session.endedAt ?? now) - session.startedAt) / 1_000_000_000)
    document["chatLink"] = session.isOngoing ? .null : .string("\(Self.cdn)/chats/\(session.id).csv")
    return .object(document)
  }

  /// The one row of the list of who is in now.
  func activeDocument(_ session: VideoSDKSession, _ rows: [VideoSDKParticipant], _ base: String) -> JSON {
    var document = document(session, base)
    document["_id"] = .string(session.id)
    document["apiKey"] = .string(account.apiKey)
    document["hlsLog"] = .array(
      broadcasts(of: session).map {
        ["start": VideoSDKTime.rest($0.startedAt), "end": VideoSDKTime.rest($0.stoppedAt)]
      })
    document["participants"] = .array(rows.map { .object(fullDocument($0)) })
    return .object(document)
  }

  func links(_ session: VideoSDKSession, _ base: String) -> JSON {
    [
      "get_room": .string("\(base)/v2/rooms/\(session.roomID)"),
      "get_session": .string("\(base)/v2/sessions/\(session.id)"),
      "get_all_participants": .string("\(base)/v2/sessions/\(session.id)/participants"),
    ]
  }

  func document(_ participant: VideoSDKParticipant) -> JSONObject {
    [
      "_id": .string(participant.id), "participantId": .string(participant.participantID),
      "name": .string(participant.name), "timelog": Self.intervals(participant.timelog),
    ]
  }

  func fullDocument(_ participant: VideoSDKParticipant) -> JSONObject {
    var document = document(participant)
    var events: JSONObject = [:]
    for kind in VideoSDKMedia.allCases {
      events[kind.rawValue] = Self.intervals(options.showsMediaEvents ? participant.media[kind] ?? [] : [])
    }
    document["events"] = .object(events)
    document["initTime"] = VideoSDKTime.rest(participant.timelog.last?.start)
    document["deviceInfo"] =
      participant.deviceInfo ?? ["sdkType": .null, "sdkVersion": .null, "platform": .null, "browserUserAgent": .null]
    document["mode"] = .string(participant.mode.rawValue)
    document["changeModeHistory"] = .array(
      participant.modeHistory.map { entry in
        [
          "mode": .string(entry.mode.rawValue), "timelog": Self.intervals([entry.interval]), "_id": .string(entry.id),
        ]
      })
    document["geoLocation"] = .null
    return document
  }

  private static func intervals(_ intervals: [VideoSDKInterval]) -> JSON {
    .array(intervals.map { ["start": VideoSDKTime.rest($0.start), "end": VideoSDKTime.rest($0.end)] })
  }

  private func broadcasts(of session: VideoSDKSession) -> [VideoSDKEgress] {
    egress.values.filter { $0.kind == .hls && $0.sessionID == session.id }.sorted { $0.order < $1.order }
  }
}
