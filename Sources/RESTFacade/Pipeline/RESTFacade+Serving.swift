import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Store

/// From an admitted request to its answer.
extension RESTFacade {
  /// `judgement` nil: the head is still to be judged.
  func serve(_ request: HTTPRequest, _ exchange: inout Exchange, _ judgement: Judgement?)
    async throws(GatewayError) -> Served
  {
    switch try await judged(judgement, &exchange) {
    case .answered(let answer): return Served(answer: answer)
    case .route(let admitted):
      let limit = options.maximumBytes(of: admitted.route.body)
      if request.body.count > limit { throw Self.tooLarge(limit) }
      // Whoever watches the process is answered also when it is busy: that is when they want to know.
      if admitted.route.toll == .none { return try await run(admitted, request, exchange) }
      guard slots.enter() else { throw Self.busy }
      defer { slots.leave() }
      return try await run(admitted, request, exchange)
    }
  }

  private func judged(_ judgement: Judgement?, _ exchange: inout Exchange) async throws(GatewayError) -> Judgement {
    if let judgement { return judgement }
    return try await judge(&exchange)
  }

  private func run(_ admitted: Admitted, _ request: HTTPRequest, _ exchange: Exchange) async throws(GatewayError)
    -> Served
  {
    switch admitted.route.action {
    case .open(let open):
      let call = OpenCall(
        head: request.head, parameters: admitted.parameters, query: admitted.query, body: request.body)
      return await attempt(exchange) { () async throws(GatewayError) in try await open(call) }
    case .socket(_, let upgrade):
      let call = SocketCall(
        head: request.head, query: admitted.query, requestID: exchange.requestID, caller: admitted.caller
      ) { token async throws(GatewayError) in
        var exchange = exchange
        return try await caller(with: token, &exchange)
      }
      return await attempt(exchange) { () async throws(GatewayError) in try await upgrade(call) }
    case .authenticated(_, let prepare):
      guard let caller = admitted.caller else { throw GatewayError(.internalError, "nobody was identified") }
      let body = try Self.body(request.body, admitted.route.body)
      let claim = admitted.key.map { self.claim($0, by: caller, request.head, body) }
      let call = Call(
        caller: caller, head: request.head, parameters: admitted.parameters, query: admitted.query, body: body,
        bytes: request.body, claim: claim)
      let work = try prepare(call)
      guard admitted.route.method.changesSomething else { return await attempt(exchange, work) }
      return await gateway.shielded { await keyed(claim, exchange, work) }
    }
  }

  /// The body as a value; nil when there is none or it does not matter.
  private static func body(_ bytes: [UInt8], _ rule: BodyRule) throws(GatewayError) -> JSON? {
    guard rule.isJSON else { return nil }
    if bytes.isEmpty {
      if rule == .optionalJSON { return nil }
      throw GatewayError(.invalidRequest, "a body is needed").with {
        $0.issues = [FieldIssue(pointer: "", code: "required", message: "must be given")]
      }
    }
    do { return try JSON.parse(bytes, mode: .strict) } catch {
      throw GatewayError(.invalidJSON, "the body \(error.message) (line \(error.line), column \(error.column))")
    }
  }

  /// Does the work within the request's timings; an error becomes its answer.
  func attempt(_ exchange: Exchange, _ work: Route.Work) async -> Served {
    let result = await RequestTimings.$current.withValue(exchange.timings) { () async -> Result<Answer, GatewayError> in
      do throws(GatewayError) { return .success(try await work()) } catch { return .failure(error) }
    }
    switch result {
    case .success(let answer): return Served(answer: answer, error: answer.error)
    case .failure(let error): return Served(answer: problem(error, in: exchange), error: error)
    }
  }
}
