import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  mutating func agent(_ view: AgentView) {
    let agent = view.agent
    object { json in
      json.member("id", agent.id)
      json.member("room_id", view.room)
      json.member("person") { $0.person(view.person) }
      json.member("engine", agent.engine.rawValue)
      json.member("state", agent.state.rawValue)
      json.member("participant_id", agent.participant)
      json.member("speaking", agent.isSpeaking)
      json.settings(agent.settings)
      json.member("reason", agent.reason)
      json.member("detail", agent.detail)
      json.member("started_by", agent.startedBy)
      json.member("created_at", agent.createdAt)
      json.member("updated_at", agent.changedAt)
    }
  }

  private mutating func settings(_ settings: AgentSettings) {
    member("model", settings.model)
    member("instructions", settings.instructions)
    member("voice", settings.voice)
    member("turn_detection", settings.turnDetection.rawValue)
    member("tools") { json in
      json.list(settings.tools) { json, tool in
        json.object { json in
          json.member("name", tool.name)
          json.member("description", tool.description)
          json.member("parameters", raw: tool.parameters)
          json.member("url", tool.url)
        }
      }
    }
  }

  /// What an event of an agent tells.
  mutating func agentData(
    _ agent: String?, participant: String?, person: String?, _ news: AgentNews, in frame: EventFrame
  ) {
    if case .speaking(let isSpeaking) = news {
      member("participant_id", isSpeaking ? participant : nil)
      return named("person", isSpeaking ? person : nil, in: frame)
    }
    member("agent_id", agent)
    switch news {
    case .joined: member("participant_id", participant)
    case .left(let reason): ending(participant, reason, nil)
    case .failed(let reason, let detail): ending(participant, reason, detail)
    case .transcript(let item, let speaker, let text, let isFinal):
      member("item_id", item)
      member("speaker", speaker.rawValue)
      member("text", text)
      member("final", isFinal)
    case .toolCalled(let call, let status, let milliseconds): toolCall(call, status, milliseconds)
    case .asked, .speaking: break
    }
  }

  private mutating func ending(_ participant: String?, _ reason: String?, _ detail: String?) {
    member("participant_id", participant)
    member("reason", reason)
    if let detail { member("detail", detail) }
  }

  private mutating func toolCall(_ call: AgentToolCall, _ status: AgentToolStatus, _ milliseconds: Int) {
    member("call_id", call.id)
    member("name", call.name)
    // A model may write what is no JSON: then it is told as the text it is.
    let arguments = (try? JSON.parse(Array(call.arguments.utf8), mode: .strict)) ?? .string(call.arguments)
    member("arguments", raw: JSONText(arguments.text()))
    member("status", status.rawValue)
    member("duration_ms", milliseconds)
  }
}
