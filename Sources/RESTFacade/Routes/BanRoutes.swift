import GatewayEngine
import HTTPTypes
import MeetingCore

/// Who may not come in.
struct BanRoutes: Sendable {
  let gateway: Gateway

  var routes: [Route] {
    [
      Route(
        .get, "/v1/rooms/{room}/bans", query: [.limit, .cursor],
        document: RouteDocument("listBans", "people", "List bans", [.init(200, "The bans", "BanPage")]),
        action: .authenticated(.reading(clients: .whoRunsTheRoom), list)),
      Route(
        .post, "/v1/rooms/{room}/bans", body: .requiredJSON,
        document: RouteDocument(
          "banPerson", "people", "Keep somebody out", request: "BanRequest", [.init(201, "The ban", "Ban")]),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), ban)),
      Route(
        .delete, "/v1/rooms/{room}/bans/{external_id}",
        document: RouteDocument("unbanPerson", "people", "Let somebody in again", [.init(204, "Not banned any more")]),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), unban)),
    ]
  }

  private func list(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    return { [gateway] () async throws(GatewayError) in
      let page = try await gateway.bans(
        room, limit: call.query.limit, cursor: call.query.cursor, caller: call.caller)
      return .page(page) { $0.ban($1) }
    }
  }

  private func ban(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let (person, until) = try PeopleRequests.ban(call.body)
    return { [gateway] () async throws(GatewayError) in
      let ban = try await gateway.ban(room, person, until: until, caller: call.caller)
      let path = "/v1/rooms/\(room)/bans/" + PercentEncoding.encode(person.externalID)
      return Answer.json(201) { $0.ban(ban) }.located(at: path)
    }
  }

  private func unban(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let person = try call.externalID("external_id")
    return { [gateway] () async throws(GatewayError) in
      try await gateway.unban(room, person, caller: call.caller)
      return .noContent
    }
  }
}
