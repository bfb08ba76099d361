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
      payload: ["payload": content, mark: signature("message", id, sender, to: message.to)], to: recipients)
  }

  static func reaction(_ reaction: RoomReaction, id: String, from sender: Person) -> SignallingRequest {
    .publish(
      topic: Topics.reaction, message: reaction.emoji ?? reaction.type,
      payload: [
        "type": .string(reaction.type), "emoji": reaction.emoji.map(JSON.string) ?? .null,
        "custom": json(reaction.custom), mark: signature("reaction", id, sender),
      ])
  }

  /// What the seat itself had said, as the service sends it back; nil for everything else.
  static func own(_ message: SignallingMessage) -> (detail: Fact.Detail, key: String)? {
    let signature = message.payload[mark]
    guard let id = signature?["id"]?.stringValue, let from = signature?["from"]?["external_id"]?.stringValue else {
      return nil
    }
    switch signature?["type"]?.stringValue {
    case "message":
      let said = RoomMessage(
        from: from, to: signature?["to"]?.arrayValue?.compactMap(\.stringValue),
        topic: message.topic == Topics.chat ? nil : message.topic,
        payload: JSONText((message.payload["payload"] ?? .null).text()))
      return (.message(said, id: id), said.factKey(id: id))
    case "reaction":
      let shown = RoomReaction(
        from: from, type: message.payload["type"]?.stringValue ?? message.message,
        emoji: message.payload["emoji"]?.stringValue,
        custom: JSONText((message.payload["custom"] ?? .object(JSONObject())).text()))
      return (.reaction(shown, id: id), shown.factKey(id: id))
    default: return nil
    }
  }

  /// In whose name it is, and whom it is meant for.
  private static func signature(_ type: String, _ id: String, _ sender: Person, to people: [String]? = nil) -> JSON {
    var signature = JSONObject()
    signature["type"] = .string(type)
    signature["id"] = .string(id)
    signature["from"] = ["external_id": .string(sender.externalID), "name": sender.name.map(JSON.string) ?? .null]
    signature["to"] = people.map { .array($0.map(JSON.string)) }
    return .object(signature)
  }

  private static func json(_ text: JSONText) -> JSON {
    (try? JSON.parse(Array(text.text.utf8), mode: .strict)) ?? .string(text.text)
  }
}
