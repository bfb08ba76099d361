import GatewayEngine
import MeetingCore
import Store

extension RoomRoutes {
  private static let times: [(name: String, field: RoomQuery.SortField)] = [
    ("starts", .startsAt), ("created", .createdAt), ("ended", .endedAt),
  ]
  private static let sorts: [(name: String, field: RoomQuery.SortField)] = [
    ("starts_at", .startsAt), ("created_at", .createdAt), ("ended_at", .endedAt),
  ]

  static let listing: [QueryParameter] =
    [
      QueryParameter("state", .choices(["backstage", "live", "ended"]), "Rooms in one of these states."),
      QueryParameter("kind", .choices(RoomKind.allCases.map(\.rawValue)), "Rooms of one of these kinds."),
      QueryParameter("provider", .text(64), "Rooms at this provider account."),
      QueryParameter("external_id", .externalID, "The room with this id of yours, and ended ones that had it."),
      QueryParameter("member", .externalID, "Rooms that this person is a member of."),
      QueryParameter("has_session", .boolean, "Whether a session is open."),
      QueryParameter("provider_ref", .text(256), "The room that its provider calls this."),
      QueryParameter(
        "sort", .choice(sorts.flatMap { [$0.name, "-" + $0.name] }), "A leading hyphen sorts descending."),
      .limit, .cursor,
    ]
    + times.flatMap { time in
      ["after", "before"].map { QueryParameter("\(time.name)_\($0)", .time, "Exclusive bound.") }
    }

  /// The tenant is filled in by the engine.
  static func query(_ call: Call) -> RoomQuery {
    var query = RoomQuery(tenant: call.caller.tenant)
    query.phases = call.query.list("state")
    query.kinds = call.query.list("kind")
    query.provider = call.query.text("provider")
    query.externalID = call.query.text("external_id")
    query.member = call.query.text("member")
    query.hasSession = call.query.boolean("has_session")
    query.providerRef = call.query.text("provider_ref")
    query.limit = call.query.limit
    for (name, field) in times {
      query.after[field] = call.query.time(name + "_after")?.nanoseconds
      query.before[field] = call.query.time(name + "_before")?.nanoseconds
    }
    if let sort = call.query.text("sort") {
      query.descending = sort.hasPrefix("-")
      query.sort = sorts.first { sort.hasSuffix($0.name) }?.field ?? .createdAt
    }
    return query
  }
}
