import GatewayEngine
import HTTPTypes
import MeetingCore
import Store

/// Making, reading and running rooms.
struct RoomRoutes: Sendable {
  let gateway: Gateway

  var routes: [Route] {
    [
      Route(
        .post, "/v1/rooms", body: .requiredJSON,
        document: RouteDocument(
          "createRoom", "rooms", "Create a room", request: "RoomCreate",
          [.init(201, "The room", "Room"), .init(200, "The room that an equal request made before", "Room")]),
        action: .authenticated(.managing(), create)),
      Route(
        .get, "/v1/rooms", query: Self.listing,
        document: RouteDocument("listRooms", "rooms", "List rooms", [.init(200, "Newest first", "RoomPage")]),
        action: .authenticated(.reading(), list)),
      Route(
        .get, "/v1/rooms/{room}",
        query: [QueryParameter("expand", .choice(["participants"]), "Adds the first 100 participants.")],
        document: RouteDocument("getRoom", "rooms", "Read a room", [.init(200, "The room", "Room")]),
        action: .authenticated(.reading(clients: .everybodyInTheRoom), read)),
      Route(
        .patch, "/v1/rooms/{room}", body: .requiredJSON,
        document: RouteDocument(
          "updateRoom", "rooms", "Change a room", request: "RoomUpdate", [.init(200, "The room", "Room")]),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), update)),
    ] + controls
  }

  private func create(_ call: Call) throws(GatewayError) -> Route.Work {
    let request = try RoomRequests.create(
      call.body, fingerprint: Fingerprint.fields(of: call.body), kinds: gateway.providerDescriptions)
    return { [gateway] () async throws(GatewayError) in
      let (view, existed) = try await gateway.createRoom(request, claim: call.claim, caller: call.caller)
      return .json(existed ? 200 : 201) { $0.room(view) }.located(at: "/v1/rooms/" + view.room.id)
    }
  }

  private func list(_ call: Call) throws(GatewayError) -> Route.Work {
    let query = Self.query(call)
    return { [gateway] () async throws(GatewayError) in
      try await .page(gateway.rooms(query, cursor: call.query.cursor, caller: call.caller)) { $0.room($1) }
    }
  }

  private func read(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let isExpanded = call.query.text("expand") != nil
    return { [gateway] () async throws(GatewayError) in
      let view = try await gateway.room(room, caller: call.caller)
      guard isExpanded else { return .json { $0.room(view) } }
      let people = try await gateway.participants(
        room, ParticipantFilter(), limit: 100, cursor: nil, caller: call.caller)
      return .json { $0.room(view, participants: people.items) }
    }
  }

  private func update(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let request = try RoomRequests.update(call.body)
    return { [gateway] () async throws(GatewayError) in
      let view = try await gateway.updateRoom(room, request, caller: call.caller)
      return .json { $0.room(view) }
    }
  }
}
