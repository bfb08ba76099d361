import GatewayEngine
import HTTPTypes
import MeetingCore

/// Who asks too much is sent away before anything is looked up for them.
extension RESTFacade {
  /// Counts the request against the address it comes from. Throws `rate_limited`.
  func toll(_ exchange: inout Exchange, _ location: RouteTable.Location?) throws(GatewayError) {
    let route = location?.route(for: exchange.head.method)
    switch route?.toll ?? .request {
    case .none: return
    case .request: try apply(limits.request(from: exchange.head), &exchange)
    case .hook: try apply(hookToll(exchange, location), &exchange)
    }
  }

  /// Counts the request against whoever authenticated. Throws `rate_limited`.
  func charge(_ exchange: inout Exchange, _ principal: Principal) throws(GatewayError) {
    try apply(limits.request(of: principal), &exchange)
  }

  /// Providers that are not configured must not make up buckets.
  private func hookToll(_ exchange: Exchange, _ location: RouteTable.Location?) -> RateReport? {
    guard let raw = location?.raw.first, let name = PercentEncoding.decode(raw), gateway.hasProvider(name) else {
      return limits.request(from: exchange.head)
    }
    return limits.hook(of: name, from: exchange.head)
  }

  private func apply(_ report: RateReport?, _ exchange: inout Exchange) throws(GatewayError) {
    guard let report else { return }
    exchange.rate = report
    if report.standing.isLimited { throw report.refusal }
  }
}
