import GatewayEngine
import HTTPTypes
import MeetingCore

/// Routes whose capability no provider offers yet: they look up the room as all others do, and then say so.
struct MissingRoutes: Sendable {
  let gateway: Gateway

  private struct Entry {
    let method: RouteMethod
    let path: String
    let id: String
    let capability: Capability
    let clients: Access.Clients
    let body: BodyRule?
    let query: [QueryParameter]

    init(
      _ method: RouteMethod, _ path: String, _ id: String, _ capability: Capability, clients: Access.Clients = .nobody,
      body: BodyRule? = nil, query: [QueryParameter] = []
    ) {
      self.method = method
      self.path = path
      self.id = id
      self.capability = capability
      self.clients = clients
      self.body = body
      self.query = query
    }
  }

  var routes: [Route] { Self.calls.map(route) }

  private static let calls: [Entry] = [
    Entry(.post, "/whip", "offerCall", .whip, clients: .everybodyInTheRoom, body: .raw),
    Entry(.patch, "/whip/{leg}", "trickleCall", .whip, clients: .everybodyInTheRoom, body: .raw),
    Entry(.delete, "/whip/{leg}", "hangUpCall", .whip, clients: .everybodyInTheRoom),
    Entry(.get, "/call", "getCall", .call, clients: .everybodyInTheRoom),
    Entry(.patch, "/call", "updateCall", .call, clients: .everybodyInTheRoom),
    Entry(.put, "/call/report", "reportCall", .call, clients: .everybodyInTheRoom),
    Entry(
      .put, "/call/answer", "answerCall", .call, clients: .everybodyInTheRoom,
      query: [QueryParameter("generation", .integer(0...Int.max), "The offer that is answered.")]),
  ]

  private func route(_ entry: Entry) -> Route {
    let access: Access = entry.method == .get ? .reading(clients: entry.clients) : .managing(clients: entry.clients)
    let body = entry.body ?? (entry.method == .get || entry.method == .delete ? .ignored : .optionalJSON)
    let capability = entry.capability
    return Route(
      entry.method, "/v1/rooms/{room}" + entry.path, body: body, query: entry.query,
      document: RouteDocument(
        entry.id, "later", "Not to be had from any provider yet: `\(capability.rawValue)`", [], missing: capability),
      action: .authenticated(access) { [gateway] call throws(GatewayError) in
        let room = try call.room
        return { () async throws(GatewayError) in
          throw Self.refusal(capability, by: try await gateway.room(room, caller: call.caller))
        }
      })
  }

  private static func refusal(_ capability: Capability, by view: RoomView) -> GatewayError {
    GatewayError(.capabilityUnsupported, "\(view.room.provider) cannot do this: \(capability.rawValue)").with {
      $0.capability = capability
      $0.provider = view.room.provider
      $0.providerKind = view.room.providerKind
    }
  }
}
