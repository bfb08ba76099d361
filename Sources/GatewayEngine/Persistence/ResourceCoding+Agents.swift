import JSONCoding
import MeetingCore
import Store

extension ResourceCoding {
  static func body(_ agent: Agent) -> JSON {
    var object = JSONObject()
    object["engine"] = .string(agent.engine.rawValue)
    object["state"] = .string(agent.state.rawValue)
    object["participant"] = agent.participant.map(JSON.string)
    object["reason"] = agent.reason.map(JSON.string)
    object["detail"] = agent.detail.map(JSON.string)
    object["speaking"] = agent.isSpeaking ? true : nil
    object["made_member"] = agent.madeMember ? true : nil
    object["by"] = agent.startedBy.map(JSON.string)
    object["settings"] = body(agent.settings)
    return .object(object)
  }

  static func agent(_ record: ResourceRecord, _ body: HeaderReader) -> Agent? {
    guard let person = record.person, let state = body.text("state").flatMap(Agent.State.init),
      let engine = body.text("engine").flatMap(Agent.Engine.init)
    else { return nil }
    var agent = Agent(
      id: record.id, identity: person, engine: engine, settings: settings(body.nested("settings")), state: state,
      participant: body.text("participant"), isSpeaking: body.flag("speaking"), reason: body.text("reason"),
      detail: body.text("detail"),
      createdAt: Timestamp(nanoseconds: record.createdAt), changedAt: Timestamp(nanoseconds: record.changedAt),
      startedBy: body.text("by"))
    agent.madeMember = body.flag("made_member")
    return agent
  }

  private static func body(_ settings: AgentSettings) -> JSON {
    var object = JSONObject()
    object["model"] = settings.model.map(JSON.string)
    object["instructions"] = settings.instructions.map(JSON.string)
    object["voice"] = settings.voice.map(JSON.string)
    object["turn_detection"] = .string(settings.turnDetection.rawValue)
    object["tools"] = .array(settings.tools.map(body))
    return .object(object)
  }

  private static func body(_ tool: AgentTool) -> JSON {
    var object = JSONObject()
    object["name"] = .string(tool.name)
    object["description"] = tool.description.map(JSON.string)
    object["parameters"] = .string(tool.parameters.text)
    object["url"] = .string(tool.url)
    return .object(object)
  }

  private static func settings(_ read: HeaderReader) -> AgentSettings {
    AgentSettings(
      model: read.text("model"), instructions: read.text("instructions"), voice: read.text("voice"),
      turnDetection: read.text("turn_detection").flatMap(AgentSettings.TurnDetection.init) ?? .serverVAD,
      tools: read.list("tools").compactMap(tool))
  }

  private static func tool(_ json: JSON) -> AgentTool? {
    let read = HeaderReader(json)
    guard let name = read.text("name"), let url = read.text("url") else { return nil }
    return AgentTool(
      name: name, description: read.text("description"), parameters: JSONText(read.text("parameters") ?? "{}"), url: url
    )
  }
}
