import GatewayEngine
import MeetingCore

/// People in the room, one by one and all together.
struct PeopleRoutes: Sendable {
  let gateway: Gateway

  var routes: [Route] {
    reading
      + controls(of: "/v1/rooms/{room}/participants/{participant}", "Participant") { call throws(GatewayError) in
        .participant(try call.id("participant", prefix: "par_"))
      }
      + controls(of: "/v1/rooms/{room}/people/{external_id}", "Person") { call throws(GatewayError) in
        .person(try call.externalID("external_id"))
      } + [everybody]
  }

  private var reading: [Route] {
    [
      Route(
        .get, "/v1/rooms/{room}/participants", query: Self.listing,
        document: RouteDocument(
          "listParticipants", "people", "List who is connected", [.init(200, "Oldest first", "ParticipantPage")]),
        action: .authenticated(.reading(), list)),
      Route(
        .get, "/v1/rooms/{room}/participants/{participant}",
        document: RouteDocument(
          "getParticipant", "people", "Read one connection", [.init(200, "The participant", "Participant")]),
        action: .authenticated(.reading(), read)),
    ]
  }

  private static let listing: [QueryParameter] = [
    QueryParameter("connection", .choice(["connected", "left", "all"]), "Connected unless given."),
    QueryParameter("role", .choice(ParticipantRole.allCases.map(\.rawValue)), "Only those with this role."),
    QueryParameter("external_id", .externalID, "Only this person's connections."),
    QueryParameter("publishing", .choice(TrackKind.allCases.map(\.rawValue) + ["none"]), "Only those publishing this."),
    .limit, .cursor,
  ]

  private func list(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    var filter = ParticipantFilter()
    switch call.query.text("connection") {
    case "left": filter.isConnected = false
    case "all": filter.isConnected = nil
    default: filter.isConnected = true
    }
    filter.role = call.query.text("role").flatMap(ParticipantRole.init)
    filter.externalID = call.query.text("external_id")
    filter.publishing = call.query.text("publishing").flatMap(TrackKind.init)
    filter.publishesNothing = call.query.text("publishing") == "none"
    return { [gateway, filter] () async throws(GatewayError) in
      let page = try await gateway.participants(
        room, filter, limit: call.query.limit, cursor: call.query.cursor, caller: call.caller)
      return .page(page) { $0.participant($1) }
    }
  }

  private func read(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let id = try call.id("participant", prefix: "par_")
    return { [gateway] () async throws(GatewayError) in
      let view = try await gateway.participant(room, id, caller: call.caller)
      return .json { $0.participant(view) }
    }
  }

  private var everybody: Route {
    Route(
      .post, "/v1/rooms/{room}/mute-all", body: .requiredJSON,
      document: RouteDocument(
        "muteAll", "people", "Mute everybody", request: "MuteAllRequest", RoomRoutes.successes("BatchOutcome")),
      action: .authenticated(.managing(clients: .whoRunsTheRoom)) { [gateway] call throws(GatewayError) in
        let room = try call.room
        let (tracks, except) = try PeopleRequests.muteAll(call.body)
        return { () async throws(GatewayError) in
          .batch(try await gateway.muteAll(room, tracks: tracks, except: except, caller: call.caller))
        }
      })
  }
}
