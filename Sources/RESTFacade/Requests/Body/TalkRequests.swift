import GatewayEngine
import JSONCoding
import MeetingCore

/// Bodies of what is said in a room.
enum TalkRequests {
  static func message(_ body: JSON?) throws(GatewayError) -> MessageRequest {
    try BodyReader.read(body) { fields in
      var request = MessageRequest(payload: .emptyObject)
      request.from = fields.externalID("from")
      request.to = recipients(fields)
      request.topic = fields.text("topic", maximum: Limits.topicLength, minimum: 1)
      request.payload = fields.payload("payload") ?? .emptyObject
      return request
    }
  }

  static func reaction(_ body: JSON?) throws(GatewayError) -> ReactionRequest {
    try BodyReader.read(body) { fields in
      var request = ReactionRequest(type: "")
      request.from = fields.externalID("from")
      let type =
        fields.has("type")
        ? fields.text("type", maximum: Limits.reactionTypeLength, nullable: false, minimum: 1) : fields.missing("type")
      request.type = type ?? ""
      request.emoji = fields.text("emoji", maximum: Limits.emojiLength, minimum: 1)
      request.custom = fields.custom("custom") ?? .emptyObject
      return request
    }
  }

  /// Absent or null = everybody; a message to nobody is a mistake.
  private static func recipients(_ fields: BodyReader) -> [String]? {
    guard let list = fields.optional("to") else { return nil }
    if list.arrayValue?.isEmpty == true { fields.report("to", "too_few", "must name somebody; null for everybody") }
    return fields.externalIDs("to", count: Limits.recipients)
  }
}
