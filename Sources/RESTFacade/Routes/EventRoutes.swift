import EventDelivery
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Store

/// The log: as pages, or as a stream that goes on.
struct EventRoutes: Sendable {
  let gateway: Gateway
  let limits: RateLimits

  private static let json = "application/json"
  private static let stream = "text/event-stream"

  private static let common: [QueryParameter] = [
    QueryParameter("after", .text(64), "Events behind this position: a `next_cursor` or a stream's `id`."),
    QueryParameter("types", .eventTypes, "Only these types, e.g. participant.*,room.ended."), .limit,
  ]
  private static let sequence = QueryParameter(
    "after_sequence", .integer(0...Int.max), "Events behind this sequence of the room.")

  var routes: [Route] {
    [
      route(
        "/v1/rooms/{room}/events", "listRoomEvents", "Read or follow a room's events", [Self.sequence],
        .reading(clients: .everybodyInTheRoom)
      ) { call throws(GatewayError) in .room(try call.room) },
      route("/v1/events", "listEvents", "Read or follow the events of all rooms", [], .reading()) { _ in .tenant },
    ]
  }

  private func route(
    _ path: String, _ id: String, _ summary: String, _ more: [QueryParameter], _ access: Access,
    _ scope: @escaping @Sendable (Call) throws(GatewayError) -> EventsScope
  ) -> Route {
    let document = RouteDocument(
      id, "events", summary,
      [.init(200, "Oldest first", "EventPage"), .init(200, "A stream without end", nil, type: Self.stream)])
    return Route(
      .get, path, query: Self.common + more, document: document,
      action: .authenticated(access) { call throws(GatewayError) in try prepare(call, try scope(call)) })
  }

  private func prepare(_ call: Call, _ scope: EventsScope) throws(GatewayError) -> Route.Work {
    guard let form = Accept.best(of: [Self.json, Self.stream], for: call.head.fields) else {
      throw GatewayError(.notAcceptable, "events come as \(Self.json) or \(Self.stream)")
    }
    let start = try EventsPosition.read(call.head, call.query)
    let types = call.query.text("types")
    if form == Self.json {
      return { () async throws(GatewayError) in try await page(scope, start ?? .oldest, types, call) }
    }
    return { () async throws(GatewayError) in try await follow(scope, start ?? .now, types, call) }
  }

  private func page(_ scope: EventsScope, _ start: EventsStart, _ types: String?, _ call: Call)
    async throws(GatewayError) -> Answer
  {
    let (events, next) = try await gateway.events(
      scope, from: start, types: types, limit: call.query.limit, caller: call.caller)
    var answer = Answer.json { json in
      json.page(events, next: EventsPosition.text(next)) { $0.raw($1.body) }
    }
    answer.vary(by: "Accept")
    return answer
  }

  private func follow(_ scope: EventsScope, _ start: EventsStart, _ types: String?, _ call: Call)
    async throws(GatewayError) -> Answer
  {
    var answer = Answer(
      status: 200, fields: ["Content-Type": Self.stream, "Cache-Control": "no-store", "X-Accel-Buffering": "no"])
    answer.vary(by: "Accept")
    if call.head.method == "HEAD" { return answer }
    let (lease, refusal) = limits.openStream(of: call.caller.principal, from: call.head)
    if let refusal { return refusal.answer(to: call) }
    let feed = try await gateway.subscribe(scope, from: start, types: types, caller: call.caller)
    answer.body = .stream(CountedStream(source: SSEBodySource(feed), lease: lease))
    return answer
  }
}
