package import MeetingCore

extension RoomState {
  /// Agents that are there or on their way, oldest first.
  package var openAgents: [Agent] {
    resources.values.compactMap { resource in
      guard case .agent(let agent) = resource, agent.isOpen else { return nil }
      return agent
    }
    .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  /// The open agent that takes part as somebody; nil when there is none.
  package func agent(of person: String?) -> Agent? {
    guard let person, !resources.isEmpty else { return nil }
    return openAgents.first { $0.identity == person }
  }

  /// Whether somebody is there, or has a place here, that is no agent's: then no agent may take part as them.
  package func isSomebodyElses(_ person: String) -> Bool {
    let role = members[person]
    guard person != room.host, role == nil || role == .agent else { return true }
    return connections(of: person).contains { connection in
      connection.role != .agent || role == .agent && !isAgents(connection)
    }
  }

  private func isAgents(_ connection: Participant) -> Bool {
    resources.values.contains { resource in
      if case .agent(let agent) = resource { agent.participant == connection.id } else { false }
    }
  }
}
