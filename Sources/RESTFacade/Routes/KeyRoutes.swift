import GatewayEngine
import MeetingCore

/// A tenant's own keys.
struct KeyRoutes: Sendable {
  let gateway: Gateway

  var routes: [Route] {
    [
      Route(
        .get, "/v1/keys",
        document: RouteDocument("listKeys", "operating", "List keys", [.init(200, "The keys", "KeyPage")]),
        action: .authenticated(.administering, list)),
      Route(
        .post, "/v1/keys", body: .requiredJSON,
        document: RouteDocument(
          "createKey", "operating", "Make a key; it is shown this once", request: "KeyRequest",
          [.init(201, "The key", "Key")]),
        action: .authenticated(.administering, create)),
      Route(
        .delete, "/v1/keys/{key}",
        document: RouteDocument("revokeKey", "operating", "Revoke a key", [.init(204, "No good any more")]),
        action: .authenticated(.administering, revoke)),
    ]
  }

  private func list(_ call: Call) throws(GatewayError) -> Route.Work {
    { [gateway] () async throws(GatewayError) in .list(try await gateway.keys(caller: call.caller)) { $0.key($1) } }
  }

  private func create(_ call: Call) throws(GatewayError) -> Route.Work {
    let (name, scopes) = try PeopleRequests.key(call.body)
    return { [gateway] () async throws(GatewayError) in
      let key = try await gateway.createKey(name: name, scopes: scopes, caller: call.caller)
      return Answer.json(201) { $0.key(key) }.unstored
    }
  }

  private func revoke(_ call: Call) throws(GatewayError) -> Route.Work {
    let id = try call.id("key", prefix: "key_")
    return { [gateway] () async throws(GatewayError) in
      try await gateway.revokeKey(id, caller: call.caller)
      return .noContent
    }
  }
}
