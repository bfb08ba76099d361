import Clocks
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Metrics
import StructuredLogging

/// Writes one line per request and counts it. Neither query nor credential nor concrete path gets into either.
struct RequestObserver: Sendable {
  let metrics: MetricRegistry
  let logger: Logger
  private let inFlight = Level()

  init(metrics: MetricRegistry, logger: Logger) {
    (self.metrics, self.logger) = (metrics, logger)
    metrics.watch("switchboard_http_requests_in_flight", help: "Requests that are being judged or answered.") {
      [inFlight] in Double(inFlight.now)
    }
  }

  /// Does the work while it is counted as in flight.
  func counted<Value>(_ work: () async -> Value) async -> Value {
    inFlight.rise()
    defer { inFlight.fall() }
    return await work()
  }

  func observe(_ exchange: Exchange, status: Int, elapsed: Duration, error: GatewayError?) {
    let route = exchange.route?.template.text ?? "none"
    let method = Self.known(exchange.head.method)
    let seconds = Double(elapsed.nanoseconds) / 1_000_000_000
    metrics.count(
      "switchboard_http_requests_total", ["route": route, "method": method, "status": String(status)],
      help: "Requests answered.")
    metrics.observe(
      "switchboard_http_request_duration_seconds", ["route": route, "method": method], seconds: seconds,
      help: "Seconds until the answer was ready, or its stream began.")
    let line = Line(exchange, method: method, route: route, status: status, seconds: seconds, error: error)
    if status >= 500 { logger.warning("request", line.fields) } else { logger.info("request", line.fields) }
    if error?.code == .internalError {
      logger.error(
        "internal error", ["request_id": .string(exchange.requestID), "detail": .string(error?.detail ?? "")])
    }
  }

  /// The work was done, its answer could not be kept for a repeat.
  func lostAnswer(_ error: GatewayError) {
    logger.error("an answer could not be kept", ["code": .string(error.code.rawValue)])
  }

  /// A method that anybody may make up must not make up labels.
  private static func known(_ method: String) -> String {
    RouteMethod(rawValue: method) != nil || method == "HEAD" || method == "OPTIONS" ? method : "other"
  }

  private struct Line {
    let fields: KeyValuePairs<String, JSON>

    init(
      _ exchange: Exchange, method: String, route: String, status: Int, seconds: Double, error: GatewayError?
    ) {
      fields = [
        "method": .string(method), "route": .string(route), "status": .integer(Int64(status)),
        "duration_ms": .number((seconds * 1_000_000).rounded() / 1_000), "request_id": .string(exchange.requestID),
        "tenant": exchange.principal.map { .string($0.tenant) } ?? .null,
        "code": error.map { .string($0.code.rawValue) } ?? .null,
      ]
    }
  }
}
