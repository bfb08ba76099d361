package import Clocks
package import Cryptography
package import GatewayEngine
package import HTTPTypes
import MeetingCore
package import Metrics
package import StructuredLogging

/// The HTTP API over one gateway. Give it to a server, or call it in process.
///
/// Every request passes the same stations: route, credential, scope, body and fields, idempotency, use case. What the
/// head alone decides is decided by `admit`, before the body is read.
package struct RESTFacade: HTTPHandler {
  let gateway: Gateway
  let time: any TimeSource
  let options: FacadeOptions
  let table: RouteTable
  let observer: RequestObserver
  let random: any RandomSource

  /// Request ids are made from `random`.
  package init(
    gateway: Gateway, time: any TimeSource, metrics: MetricRegistry, logger: Logger,
    options: FacadeOptions = FacadeOptions(), random: any RandomSource
  ) {
    self.gateway = gateway
    self.time = time
    self.options = options
    self.random = random
    observer = RequestObserver(metrics: metrics, logger: logger)
    table = RouteTable(Routes.all(of: gateway, metrics: metrics, options: options))
  }

  package func admit(_ head: HTTPRequestHead) async -> HTTPAdmission {
    let limit = options.maximumBodyBytes
    guard head.hasBody else { return .read(limit: limit) }
    var exchange = Exchange(head, time: time, random: random)
    do {
      guard case .route(let admitted) = try await judge(&exchange) else { return .read(limit: limit) }
      let bound = options.maximumBytes(of: admitted.route.body)
      return .read(limit: bound, tooLarge: dress(problem(Self.tooLarge(bound), in: exchange), in: exchange))
    } catch {
      return .answer(finish(problem(error, in: exchange), in: exchange, error))
    }
  }

  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    var exchange = Exchange(request.head, time: time, random: random)
    do {
      let served = try await serve(request, &exchange)
      return finish(served.answer, in: exchange, served.error)
    } catch {
      return finish(problem(error, in: exchange), in: exchange, error)
    }
  }

  static func tooLarge(_ limit: Int) -> GatewayError {
    GatewayError(.payloadTooLarge, "the body may have at most \(limit) bytes")
  }
}
