package import MeetingCore

/// An agent with the person it takes part as.
package struct AgentView: Sendable, Hashable {
  package let agent: Agent
  package let person: Person
  package let room: String

  package init(agent: Agent, person: Person, room: String) {
    self.room = room
    self.agent = agent
    self.person = person
  }
}
