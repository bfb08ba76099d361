import GatewayEngine
import JSONCoding
import MeetingCore

extension Components {
  /// Models that take part in rooms.
  static let agents: KeyValuePairs<String, JSON> = [
    "Agent": Schema.answer([
      "id": Schema.id("agt_"), "room_id": Schema.id("room_"), "person": Schema.reference("Person"),
      "engine": Schema.choice(of: Agent.Engine.self),
      "state": Schema.choice(of: Agent.State.self),
      "participant_id": Schema.nullable(Schema.string),
      "speaking": Schema.boolean,
      "model": Schema.nullable(Schema.string), "instructions": Schema.nullable(Schema.string),
      "voice": Schema.nullable(Schema.string),
      "turn_detection": Schema.choice(of: AgentSettings.TurnDetection.self),
      "tools": Schema.list(
        Schema.answer([
          "name": Schema.string, "description": Schema.nullable(Schema.string), "parameters": Schema.anyObject,
          "url": Schema.string,
        ])),
      "reason": Schema.described(
        Schema.nullable(Schema.string), "Why it failed or left: a stable word; null while it is there or unknown."),
      "detail": Schema.nullable(Schema.string),
      "started_by": Schema.nullable(Schema.externalID),
      "created_at": Schema.time, "updated_at": Schema.time,
    ]),
    "AgentPage": Schema.page(of: "Agent"),
    "AgentRequest": Schema.request(
      [
        "person": Schema.reference("PersonInput"),
        "engine": Schema.choice(of: Agent.Engine.self),
        "model": Schema.nullable(word(AgentRequests.model)),
        "instructions": Schema.nullable(prose(AgentRequests.instructionsLength)),
        "voice": Schema.nullable(word(AgentRequests.name)),
        "turn_detection": Schema.choice(of: AgentSettings.TurnDetection.self),
        "tools": tools,
      ], required: ["person", "engine"]),
    "AgentUpdate": Schema.request([
      "instructions": Schema.nullable(prose(AgentRequests.instructionsLength)),
      "voice": Schema.nullable(word(AgentRequests.name)),
      "turn_detection": Schema.choice(of: AgentSettings.TurnDetection.self),
      "tools": tools,
    ]),
    "AgentTool": Schema.request(
      [
        "name": word(AgentRequests.name),
        "description": Schema.nullable(prose(AgentRequests.descriptionLength)),
        "parameters": Schema.described(
          Schema.ownObject, "A JSON Schema of the arguments; at most \(Limits.customBytes) bytes as compact JSON."),
        "url": Schema.described(
          [
            "type": "string", "maxLength": .integer(Int64(Limits.urlBytes)),
            "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[!-~]+$",
          ],
          "Each call is posted here, signed by the Standard Webhooks scheme, and answered within 10 seconds."),
      ], required: ["name", "url"]),
  ]

  private static let tools = Schema.described(
    Schema.list(Schema.reference("AgentTool"), maximum: AgentRequests.maximumTools), "No name twice.")

  private static func word(_ form: AgentRequests.WordForm) -> JSON {
    ["type": "string", "pattern": .string(form.pattern)]
  }

  private static func prose(_ maximum: Int) -> JSON {
    ["type": "string", "maxLength": .integer(Int64(maximum)), "pattern": .string(Text.prosePattern)]
  }
}
