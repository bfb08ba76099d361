package import JSONCoding
import MockKit

extension VideoSDKMock {
  /// Every account with its rooms, sessions and devices.
  package var state: JSON {
    var document = JSONObject()
    for account in configuration.accounts {
      document[account.apiKey] = look(at: account.apiKey) { $0.stateDocument }
    }
    return .object(document)
  }
}

extension VideoSDKTenant {
  fileprivate var stateDocument: JSON {
    [
      "rooms": .array(rooms.values.sorted { $0.order < $1.order }.map(stateDocument)),
      "hooks": .array(hooks.map { ["endPoint": .string($0.url), "events": .strings($0.events)] }),
    ]
  }

  private func stateDocument(_ room: VideoSDKRoom) -> JSON {
    let past = sessions.values.filter { $0.roomID == room.roomID }.sorted { $0.rank < $1.rank }
    let egress = egress.values.filter { $0.roomID == room.roomID }.sorted { $0.order < $1.order }
    return [
      "room": document(room, ""), "session_id": .text(room.sessionID),
      "sessions": .array(past.map { .object(document($0, "")) }),
      "participants": .array(
        session(of: room.roomID)?.all.map { Self.deviceDocument($0, room.sessionID) } ?? []),
      "active_speaker": .text(session(of: room.roomID)?.activeSpeaker),
      "waiting": .strings(room.waiting.keys.sorted()),
      "egress": .array(
        egress.map { one in
          [
            "id": .string(one.id), "kind": .string(one.kind.eventPrefix), "state": .string(one.state.rawValue),
            "session_id": .string(one.sessionID), "playable": .bool(one.isPlayable),
          ]
        }),
    ]
  }
}
