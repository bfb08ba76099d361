import GatewayEngine
import HTTPTypes
import MeetingCore

/// Models that take part in rooms.
struct AgentRoutes: Sendable {
  let gateway: Gateway

  private static let all = "/v1/rooms/{room}/agents"
  private static let one = all + "/{agent}"

  var routes: [Route] {
    [
      Route(
        .get, Self.all, query: [.limit, .cursor],
        document: RouteDocument("listAgents", "agents", "List agents", [.init(200, "Newest first", "AgentPage")]),
        action: .authenticated(.reading(), list)),
      Route(
        .post, Self.all, body: .requiredJSON,
        document: RouteDocument(
          "startAgent", "agents", "Bring an agent into the room", request: "AgentRequest",
          [.init(202, "The agent, on its way: what becomes of it is told in events", "Agent")]),
        action: .authenticated(.managing(), start)),
      Route(
        .get, Self.one,
        document: RouteDocument("getAgent", "agents", "Read an agent", [.init(200, "The agent", "Agent")]),
        action: .authenticated(.reading(), read)),
      Route(
        .patch, Self.one, body: .requiredJSON,
        document: RouteDocument(
          "updateAgent", "agents", "Change how an agent behaves, while it runs", request: "AgentUpdate",
          [.init(200, "The agent", "Agent")]),
        action: .authenticated(.managing(), update)),
      Route(
        .delete, Self.one,
        document: RouteDocument("stopAgent", "agents", "Make an agent leave", [.init(200, "What it did", "Outcome")]),
        action: .authenticated(.managing(), stop)),
    ]
  }

  private func list(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    return { [gateway] () async throws(GatewayError) in
      let page = try await gateway.agents(
        room, limit: call.query.limit, cursor: call.query.cursor, caller: call.caller)
      return .page(page) { $0.agent($1) }
    }
  }

  private func start(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let request = try AgentRequests.start(call.body)
    return { [gateway] () async throws(GatewayError) in
      let view = try await gateway.startAgent(room, request, caller: call.caller)
      return Answer.json(202) { $0.agent(view) }.located(at: "/v1/rooms/\(room)/agents/\(view.agent.id)")
    }
  }

  private func read(_ call: Call) throws(GatewayError) -> Route.Work {
    let (room, agent) = (try call.room, try call.id("agent", prefix: "agt_"))
    return { [gateway] () async throws(GatewayError) in
      let view = try await gateway.agent(room, agent, caller: call.caller)
      return .json { $0.agent(view) }
    }
  }

  private func update(_ call: Call) throws(GatewayError) -> Route.Work {
    let (room, agent) = (try call.room, try call.id("agent", prefix: "agt_"))
    let request = try AgentRequests.update(call.body)
    return { [gateway] () async throws(GatewayError) in
      let view = try await gateway.updateAgent(room, agent, request, caller: call.caller)
      return .json { $0.agent(view) }
    }
  }

  private func stop(_ call: Call) throws(GatewayError) -> Route.Work {
    let (room, agent) = (try call.room, try call.id("agent", prefix: "agt_"))
    return { [gateway] () async throws(GatewayError) in
      let outcome = try await gateway.stopAgent(room, agent, caller: call.caller)
      return .outcome(outcome)
    }
  }
}
