package import MeetingCore

/// A validated `PATCH /v1/rooms/{room}/agents/{agent}`: what is nil stays as it is.
package struct UpdateAgent: Sendable, Hashable {
  package enum TextChange: Sendable, Hashable {
    case keep
    case set(String?)
  }

  package var instructions: TextChange = .keep
  package var voice: TextChange = .keep
  package var turnDetection: AgentSettings.TurnDetection?
  package var tools: [AgentTool]?

  package init() {}

  func applied(to settings: AgentSettings) -> AgentSettings {
    var changed = settings
    if case .set(let text) = instructions { changed.instructions = text }
    if case .set(let text) = voice { changed.voice = text }
    changed.turnDetection = turnDetection ?? settings.turnDetection
    changed.tools = tools ?? settings.tools
    return changed
  }
}
