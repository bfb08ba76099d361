import JSONCoding
import MeetingCore

/// What the seat publishes on topics. What is meant for programs is in a member of the payload; clients believe it from the
/// seat alone, since anybody can publish anything.
enum SeatMessage {
  private static let mark = "switchboard"

  /// Asks one participant to take part in another way.
  static func changeMode(of participant: String, to mode: PeerMode) -> SignallingRequest {
    .publish(
      topic: Topics.changeMode(participant), message: (["mode": .string(mode.rawValue)] as JSON).text(),
      to: [participant])
  }

  static func hand(of participant: String, _ permissions: Set<Permission>) -> SignallingRequest {
    .publish(
      topic: Topics.raiseHand, message: "Raise Hand",
      payload: [
        mark: [
          "type": "permission.requested", "participant_id": .string(participant),
          "permissions": .array(Permission.listed(permissions).map { .string($0.rawValue) }),
        ]
      ])
  }

  static func rejection(of request: String, to participant: String) -> SignallingRequest {
    .publish(
      topic: Topics.raiseHand, message: "Request rejected",
      payload: [mark: ["type": "permission.rejected", "request_id": .string(request)]], to: [participant])
  }

  /// `recipients` are participant ids; nil = everybody.
  static func message(_ message: RoomMessage, id: String, from sender: Person, to recipients: [String]?)
    -> SignallingRequest
  {
    let content = json(message.payload)
    return .publish(
      topic: message.topic ?? Topics.chat, message: content.stringValue ?? content.text(),
      payload: ["payload": content, mark: signature("message", id, sender)], to: recipients)
  }

  static func reaction(_ reaction: RoomReaction, id: String, from sender: Person) -> SignallingRequest {
    .publish(
      topic: Topics.reaction, message: reaction.emoji ?? reaction.type,
      payload: [
        "type": .string(reaction.type), "custom": json(reaction.custom), mark: signature("reaction", id, sender),
      ])
  }

  /// In whose name it is.
  private static func signature(_ type: String, _ id: String, _ sender: Person) -> JSON {
    [
      "type": .string(type), "id": .string(id),
      "from": ["external_id": .string(sender.externalID), "name": sender.name.map(JSON.string) ?? .null],
    ]
  }

  private static func json(_ text: JSONText) -> JSON {
    (try? JSON.parse(Array(text.text.utf8), mode: .strict)) ?? .string(text.text)
  }
}
