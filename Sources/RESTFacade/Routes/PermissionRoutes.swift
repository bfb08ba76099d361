import GatewayEngine
import JSONCoding
import MeetingCore

/// Who may publish what: asked for, decided, given and taken.
struct PermissionRoutes: Sendable {
  let gateway: Gateway

  private static let requests = "/v1/rooms/{room}/permission-requests"
  private static let person = "/v1/rooms/{room}/permissions/{external_id}"

  var routes: [Route] { raising + deciding + giving }

  private var raising: [Route] {
    [
      Route(
        .get, Self.requests, query: Self.listing,
        document: RouteDocument(
          "listPermissionRequests", "permissions", "List raised hands",
          [.init(200, "Newest first", "PermissionRequestPage")]),
        action: .authenticated(.reading(clients: .whoRunsTheRoom), list)),
      Route(
        .post, Self.requests, body: .requiredJSON,
        document: RouteDocument(
          "requestPermissions", "permissions", "Raise a hand: ask for what somebody may publish",
          request: "PermissionRequestCreate",
          [
            .init(201, "The request", "PermissionRequest"),
            .init(
              200, "The request that is pending already, or a granted one where nothing is missing", "PermissionRequest"
            ),
          ]),
        action: .authenticated(.managing(clients: .everybodyInTheRoom), raise)),
      Route(
        .delete, Self.requests + "/{request}",
        document: RouteDocument(
          "cancelPermissionRequest", "permissions", "Lower a hand", [.init(204, "Not pending any more")]),
        action: .authenticated(.managing(clients: .everybodyInTheRoom), cancel)),
    ]
  }

  private var deciding: [Route] {
    [
      Route(
        .post, Self.requests + "/{request}/grant", body: .optionalJSON,
        document: RouteDocument(
          "grantPermissionRequest", "permissions", "Give somebody what they ask for", request: "NoFields",
          RoomRoutes.successes("PermissionDecision")),
        action: .authenticated(
          .managing(clients: .whoRunsTheRoom),
          deciding { [gateway] room, id, caller async throws(GatewayError) in
            try await gateway.grantRequest(room, id, caller: caller)
          })),
      Route(
        .post, Self.requests + "/{request}/reject", body: .optionalJSON,
        document: RouteDocument(
          "rejectPermissionRequest", "permissions", "Turn a request down", request: "NoFields",
          RoomRoutes.successes("PermissionDecision")),
        action: .authenticated(
          .managing(clients: .whoRunsTheRoom),
          deciding { [gateway] room, id, caller async throws(GatewayError) in
            try await gateway.rejectRequest(room, id, caller: caller)
          })),
    ]
  }

  private var giving: [Route] {
    [
      Route(
        .get, Self.person,
        document: RouteDocument(
          "getPermissions", "permissions", "Read what somebody may publish",
          [.init(200, "The permissions", "Permissions")]
        ),
        action: .authenticated(.reading(clients: .everybodyInTheRoom), read)),
      Route(
        .patch, Self.person, body: .requiredJSON,
        document: RouteDocument(
          "updatePermissions", "permissions", "Give somebody what they may publish, or take it",
          request: "PermissionsUpdate", RoomRoutes.successes("PermissionsOutcome")),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), change)),
    ]
  }

  private static let listing: [QueryParameter] = [
    QueryParameter("state", .choice(["pending", "closed"]), "Only those that wait, or only those that do not."),
    QueryParameter("external_id", .externalID, "Only this person's."), .limit, .cursor,
  ]

  // MARK: Work

  private func list(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    var filter = RequestFilter()
    filter.isPending = call.query.text("state").map { $0 == "pending" }
    filter.externalID = call.query.text("external_id")
    return { [gateway, filter] () async throws(GatewayError) in
      let page = try await gateway.permissionRequests(
        room, filter, limit: call.query.limit, cursor: call.query.cursor, caller: call.caller)
      return .page(page) { $0.permissionRequest($1) }
    }
  }

  private func raise(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let (person, permissions) = try PermissionBodies.request(call.body, principal: call.caller.principal)
    return { [gateway] () async throws(GatewayError) in
      let (view, isNew) = try await gateway.requestPermissions(room, person, permissions, caller: call.caller)
      return .json(isNew ? 201 : 200) { $0.permissionRequest(view) }
    }
  }

  private func cancel(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let id = try call.id("request", prefix: "prq_")
    return { [gateway] () async throws(GatewayError) in
      try await gateway.cancelRequest(room, id, caller: call.caller)
      return .noContent
    }
  }

  private func deciding(
    _ decide:
      @escaping @Sendable (String, String, Caller) async throws(GatewayError) -> (
        outcome: Outcome, view: PermissionRequestView
      )
  ) -> Route.Preparing {
    { call throws(GatewayError) in
      let room = try call.room
      let id = try call.id("request", prefix: "prq_")
      try RoomRequests.nothing(call.body)
      return { () async throws(GatewayError) in
        let (outcome, view) = try await decide(room, id, call.caller)
        return .outcome(outcome) { $0.permissionRequestMembers(view) }
      }
    }
  }

  private func read(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let person = try call.externalID("external_id")
    return { [gateway] () async throws(GatewayError) in
      let view = try await gateway.permissions(room, of: person, caller: call.caller)
      return .json { json in json.object { $0.permissionMembers(view) } }
    }
  }

  private func change(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let person = try call.externalID("external_id")
    let changes = try PermissionBodies.changes(call.body)
    return { [gateway] () async throws(GatewayError) in
      let (outcome, view) = try await gateway.changePermissions(room, of: person, changes, caller: call.caller)
      return .outcome(outcome) { $0.permissionMembers(view) }
    }
  }
}
