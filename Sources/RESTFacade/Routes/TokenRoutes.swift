import GatewayEngine
import MeetingCore

/// Tokens with which people get in.
struct TokenRoutes: Sendable {
  let gateway: Gateway

  var routes: [Route] {
    [
      Route(
        .post, "/v1/rooms/{room}/client-tokens", body: .requiredJSON,
        document: RouteDocument(
          "createClientToken", "tokens", "Make a token with which one person's browser or app uses this API",
          request: "ClientTokenRequest", [.init(201, "The token", "ClientToken")]),
        action: .authenticated(.managing(), client)),
      Route(
        .post, "/v1/rooms/{room}/join-tokens", body: .optionalJSON,
        document: RouteDocument(
          "createJoinToken", "tokens", "Make a token with which the provider's client SDK joins the room",
          request: "JoinTokenRequest", [.init(201, "The token and what goes with it", "JoinToken")]),
        action: .authenticated(.managing(clients: .everybodyInTheRoom), join)),
    ]
  }

  private func client(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let request = try PeopleRequests.clientToken(call.body)
    return { [gateway] () async throws(GatewayError) in
      let grant = try await gateway.clientToken(room, request, caller: call.caller)
      return Answer.json(201) { $0.clientGrant(grant) }.unstored
    }
  }

  private func join(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let request = try PeopleRequests.joinToken(call.body, principal: call.caller.principal)
    return { [gateway] () async throws(GatewayError) in
      let grant = try await gateway.joinToken(room, request, caller: call.caller)
      return Answer.json(201) { $0.joinGrant(grant) }.unstored
    }
  }
}
