import GatewayEngine
import MeetingCore

/// A room's occurrences and who was there.
struct SessionRoutes: Sendable {
  let gateway: Gateway

  var routes: [Route] {
    [
      Route(
        .get, "/v1/rooms/{room}/sessions", query: [.limit, .cursor],
        document: RouteDocument(
          "listSessions", "rooms", "List a room's occurrences", [.init(200, "Newest first", "OccurrencePage")]),
        action: .authenticated(.reading(), list)),
      Route(
        .get, "/v1/rooms/{room}/sessions/{session}", query: [.limit, .cursor],
        document: RouteDocument(
          "getSession", "rooms", "Read one occurrence with who was there; `limit` and `cursor` page the attendance",
          [.init(200, "The occurrence", "OccurrenceHistory")]),
        action: .authenticated(.reading(), read)),
    ]
  }

  private func list(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    return { [gateway] () async throws(GatewayError) in
      let page = try await gateway.sessions(
        room, limit: call.query.limit, cursor: call.query.cursor, caller: call.caller)
      return .page(page) { $0.occurrence($1) }
    }
  }

  private func read(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let session = try call.id("session", prefix: "ses_")
    return { [gateway] () async throws(GatewayError) in
      let view = try await gateway.session(
        room, session, limit: call.query.limit, cursor: call.query.cursor, caller: call.caller)
      return .json { $0.history(view) }
    }
  }
}
