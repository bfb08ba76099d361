import GatewayEngine
import HTTPTypes
import MeetingCore

/// What the head decides.
extension RESTFacade {
  func judge(_ exchange: inout Exchange) async throws(GatewayError) -> Judgement {
    let head = exchange.head
    let found = table.locate(head.path)
    try toll(&exchange, found)
    guard let location = found else { throw GatewayError(.noSuchRoute, "no route has this path") }
    if head.method == "OPTIONS" { return .answered(explain(location, to: head)) }
    guard let route = location.route(for: head.method) else { throw Self.wrongMethod(location) }
    exchange.route = route
    guard let parameters = PathParameters(names: route.template.parameters, raw: location.raw) else {
      throw GatewayError(.invalidRequest, "the path is not percent-encoded UTF-8")
    }
    let caller = try await identify(&exchange, for: route, parameters)
    if head.hasBody, route.body.isJSON { try MediaType.checkJSON(head.fields) }
    if let type = route.body.mediaType { try MediaType.check(head.fields, is: type) }
    let query = try Query(head.query, for: route.query)
    let key = route.isKeyed ? try IdempotencyKey.read(from: head.fields) : nil
    return .route(Admitted(route: route, parameters: parameters, query: query, caller: caller, key: key))
  }

  private func explain(_ location: RouteTable.Location, to head: HTTPRequestHead) -> Answer {
    let isForBrowsers = location.routes.values.contains(where: \.isForBrowsers)
    let origins = isForBrowsers && CrossOrigin.isPreflight(head.fields) ? gateway.allOrigins : []
    return CrossOrigin.preflight(head.fields, allowed: location.allowed, origins: origins)
  }

  private static func wrongMethod(_ location: RouteTable.Location) -> GatewayError {
    GatewayError(.methodNotAllowed, "the path answers to " + location.allowed.joined(separator: ", ")).with {
      $0.allow = location.allowed
    }
  }

  /// Who calls, if the route asks. Throws `unauthenticated`, `invalid_request` or `forbidden`.
  private func identify(_ exchange: inout Exchange, for route: Route, _ parameters: PathParameters)
    async throws(GatewayError) -> Caller?
  {
    guard let access = route.access else { return nil }
    if route.isSocket, exchange.head.fields["Authorization"] == nil { return nil }
    let bearer = try BearerCredential.read(from: exchange.head.fields)
    let caller = try await caller(with: bearer, &exchange)
    // A socket's room is in its query, or goes with the token.
    if route.isSocket { return caller }
    let room = route.template.parameters.contains("room") ? parameters["room"] : nil
    try access.check(caller.principal, room: room)
    return caller
  }

  /// Whose credential it is, counted against them.
  func caller(with bearer: String, _ exchange: inout Exchange) async throws(GatewayError) -> Caller {
    let principal = try await gateway.authenticate(bearer: bearer) { principal throws(GatewayError) in
      exchange.principal = principal
      try charge(&exchange, principal)
    }
    let actor = try OnBehalfOf.read(from: exchange.head.fields, principal: principal)
    return Caller(
      principal: principal, onBehalfOf: actor, requestID: exchange.requestID,
      trace: TraceParent.of(exchange.head.fields))
  }
}
