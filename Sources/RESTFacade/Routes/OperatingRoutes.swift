import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Metrics

/// Health, metrics, and what explains the API.
struct OperatingRoutes: Sendable {
  let gateway: Gateway
  let metrics: MetricRegistry

  var routes: [Route] {
    [
      Route(
        .get, "/livez", toll: .none,
        document: RouteDocument("live", "operating", "Whether the process runs", [.init(200, "It does", "Health")]),
        action: .open { _ throws(GatewayError) in .json { $0.object { $0.member("status", "ok") } } }),
      Route(
        .get, "/readyz", toll: .none,
        document: RouteDocument("ready", "operating", "Whether requests are taken", [.init(200, "They are", "Health")]),
        action: .open(ready)),
      Route(
        .get, "/metrics", isForBrowsers: false,
        document: RouteDocument(
          "metrics", "operating", "Counters for Prometheus", [.init(200, "The text format", nil, type: "text/plain")]),
        action: .authenticated(.operating) { [metrics] _ throws(GatewayError) in
          { () async throws(GatewayError) in
            .bytes(200, type: "text/plain; version=0.0.4; charset=utf-8", Array(metrics.render().utf8))
          }
        }),
      Route(
        .get, "/problems/{code}",
        document: RouteDocument(
          "explainProblem", "operating", "What an error code means",
          ProblemPage.types.map { .init(200, "A page", nil, type: $0) }),
        action: .open { call throws(GatewayError) in
          guard let code = ErrorCode(rawValue: call.parameters["code"]) else {
            throw GatewayError(.notFound, "no error has this code")
          }
          return ProblemPage.answer(for: code, as: Accept.best(of: ProblemPage.types, for: call.head.fields))
        }),
    ]
  }

  private func ready(_ call: OpenCall) async throws(GatewayError) -> Answer {
    let checks = await gateway.readiness()
    let failing = checks.filter { !$0.ok }.map(\.check)
    if !failing.isEmpty { throw GatewayError(.notReady, "not ready: " + failing.joined(separator: ", ")) }
    return .json { json in
      json.object { json in
        json.member("status", "ok")
        json.member("checks") { json in
          json.object { json in for check in checks { json.member(check.check, check.ok) } }
        }
      }
    }
  }
}
