package import MeetingCore

extension Gateway {
  package func startAgent(_ room: String, _ request: StartAgent, caller: Caller) async throws(GatewayError) -> AgentView
  {
    try await agents.start(room, request, caller)
  }

  package func agents(_ room: String, limit: Int, cursor: String?, caller: Caller) async throws(GatewayError)
    -> Page<AgentView>
  {
    try await agents.list(room, limit: limit, cursor: cursor, caller)
  }

  package func agent(_ room: String, _ agent: String, caller: Caller) async throws(GatewayError) -> AgentView {
    try await agents.read(room, agent, caller)
  }

  package func updateAgent(_ room: String, _ agent: String, _ request: UpdateAgent, caller: Caller)
    async throws(GatewayError) -> AgentView
  {
    try await agents.update(room, agent, request, caller)
  }

  package func stopAgent(_ room: String, _ agent: String, caller: Caller) async throws(GatewayError) -> Outcome {
    try await agents.stop(room, agent, caller)
  }
}
