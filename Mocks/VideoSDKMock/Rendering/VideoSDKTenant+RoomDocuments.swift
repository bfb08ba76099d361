import JSONCoding
import MockKit

extension VideoSDKTenant {
  /// A room. Getting one names its owner in full, everything else by id.
  func document(_ room: VideoSDKRoom, _ base: String, namesOwner: Bool = false) -> JSON {
    var document: JSONObject = [
      "roomId": .string(room.roomID), "customRoomId": .text(room.customRoomID),
      "disabled": .bool(!room.isOpen), "createdAt": VideoSDKTime.rest(room.createdAt),
      "updatedAt": VideoSDKTime.rest(room.updatedAt), "id": .string(room.id),
      "links": [
        "get_room": .string("\(base)/v2/rooms/\(room.roomID)"), "get_session": .string("\(base)/v2/sessions/"),
      ],
      "webhook": webhook(room),
      "autoCloseConfig": room.settings.autoClose.map {
        ["type": .string($0.type.rawValue), "duration": .int($0.minutes)]
      } ?? .null,
      "autoStartConfig": room.settings.autoStart.map(JSON.object) ?? .null,
      "geoFence": .text(room.settings.geoFence),
      "multiComposition": room.settings.multiComposition.map(JSON.object) ?? .null,
      "allowedParticipantIds": .strings(room.settings.allowedParticipantIDs),
    ]
    if namesOwner {
      document["user"] = [
        "email": "owner@videosdk.example", "name": "Owner", "discontinuedReason": nil, "id": .string(userID),
      ]
    } else {
      document["userId"] = .string(userID)
    }
    return .object(document)
  }

  /// What deactivating answers: the same room in the names of an older interface.
  func formerDocument(_ room: VideoSDKRoom) -> JSON {
    [
      "webhook": webhook(room), "disabled": .bool(!room.isOpen), "meetingId": .string(room.roomID),
      "userMeetingId": .text(room.customRoomID), "createdAt": VideoSDKTime.rest(room.createdAt),
      "updatedAt": VideoSDKTime.rest(room.updatedAt), "user": .string(userID), "id": .string(room.id),
    ]
  }

  private func webhook(_ room: VideoSDKRoom) -> JSON {
    room.webhook.map { ["endPoint": .string($0.url), "events": .strings($0.events)] } ?? .null
  }
}
