import Clocks
import GatewayEngine
import HTTPTypes
import MeetingCore

/// What every answer carries.
extension RESTFacade {
  func problem(_ error: GatewayError, in exchange: Exchange) -> Answer {
    var answer = ProblemRenderer.answer(error, instance: exchange.head.path, requestID: exchange.requestID)
    if error.code == .unsupportedMediaType, let route = exchange.route, let type = route.body.mediaType {
      let field = route.method == .patch ? "Accept-Patch" : route.method == .post ? "Accept-Post" : "Accept"
      answer.fields[field] = type
    }
    return answer
  }

  /// Dresses the answer, counts it and writes its line into the log.
  func finish(_ answer: Answer, in exchange: Exchange, _ error: GatewayError?) -> HTTPResponse {
    let response = dress(answer, in: exchange)
    let elapsed = Duration.nanoseconds(time.monotonicNanoseconds - exchange.started)
    observer.observe(exchange, status: response.status, elapsed: elapsed, error: error)
    return response
  }

  func dress(_ answer: Answer, in exchange: Exchange) -> HTTPResponse {
    var answer = answer
    answer.fields["X-Request-Id"] = exchange.requestID
    answer.fields["Server-Timing"] = serverTiming(of: exchange)
    answer.fields["X-Content-Type-Options"] = "nosniff"
    if answer.fields[RateReport.field] == nil { exchange.rate?.tell(&answer) }
    if exchange.route?.isForBrowsers ?? true {
      CrossOrigin.permit(exchange.head.fields, origins: origins(for: exchange), in: &answer)
    }
    if exchange.isHead, case .stream = answer.body { answer.body = .none }
    return HTTPResponse(status: answer.status, fields: answer.fields, body: answer.body)
  }

  /// Whose list decides whether a page may read the answer: the caller's tenant's; any tenant's while nobody is known, so
  /// that a page can tell its user why it was refused. Nothing of a tenant is in such an answer.
  private func origins(for exchange: Exchange) -> [String] {
    guard exchange.head.fields["Origin"] != nil else { return [] }
    return exchange.principal.map { gateway.origins(ofTenant: $0.tenant) } ?? gateway.allOrigins
  }

  private func serverTiming(of exchange: Exchange) -> String {
    let total = time.monotonicNanoseconds - exchange.started
    let provider = min(total, exchange.timings.provider.nanoseconds)
    return "gateway;dur=\(milliseconds(total - provider)), provider;dur=\(milliseconds(provider))"
  }

  private func milliseconds(_ nanoseconds: Int64) -> String {
    let micros = max(0, nanoseconds) / 1_000
    let rest = String(micros % 1_000)
    return "\(micros / 1_000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
  }
}
