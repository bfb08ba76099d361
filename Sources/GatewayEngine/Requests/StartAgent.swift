package import MeetingCore

/// A validated `POST /v1/rooms/{room}/agents`.
package struct StartAgent: Sendable, Hashable {
  package let person: PersonInput
  package let engine: Agent.Engine
  package let settings: AgentSettings

  package init(person: PersonInput, engine: Agent.Engine, settings: AgentSettings) {
    self.person = person
    self.engine = engine
    self.settings = settings
  }
}
