import GatewayEngine
import MeetingCore

/// Who belongs to a room.
struct MemberRoutes: Sendable {
  let gateway: Gateway

  private static let path = "/v1/rooms/{room}/members"

  var routes: [Route] {
    [
      Route(
        .get, Self.path, query: [.limit, .cursor],
        document: RouteDocument("listMembers", "people", "List members", [.init(200, "By id", "MemberPage")]),
        action: .authenticated(.reading(clients: .whoRunsTheRoom), list)),
      Route(
        .post, Self.path, body: .requiredJSON,
        document: RouteDocument(
          "setMembers", "people", "Make people members, or change their roles; one `room.updated` tells of it",
          request: "MembersRequest", [.init(200, "Those named, as they are now", "MemberPage")]),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), set)),
      Route(
        .delete, Self.path + "/{external_id}",
        document: RouteDocument(
          "removeMember", "people", "End a membership; who is inside stays, and who is kept out needs a ban",
          [.init(204, "No member any more")]),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), remove)),
    ]
  }

  private func list(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    return { [gateway] () async throws(GatewayError) in
      let page = try await gateway.members(
        room, limit: call.query.limit, cursor: call.query.cursor, caller: call.caller)
      return .page(page) { $0.membership($1) }
    }
  }

  private func set(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let members = try PeopleRequests.members(call.body)
    return { [gateway] () async throws(GatewayError) in
      .list(try await gateway.setMembers(room, members, caller: call.caller)) { $0.membership($1) }
    }
  }

  private func remove(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let person = try call.externalID("external_id")
    return { [gateway] () async throws(GatewayError) in
      try await gateway.removeMember(room, person, caller: call.caller)
      return .noContent
    }
  }
}
