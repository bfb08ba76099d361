package import Clocks
package import Cryptography
package import GatewayEngine
package import HTTPTypes
import MeetingCore
package import Metrics
package import StructuredLogging
package import WebSocket

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
  let limits: RateLimits
  let slots: WorkSlots
  let random: any RandomSource

  /// Request ids are made from `random`. `sockets` moves the bytes of connections that leave HTTP; nil = none may.
  package init(
    gateway: Gateway, time: any TimeSource, metrics: MetricRegistry, logger: Logger,
    options: FacadeOptions = FacadeOptions(), random: any RandomSource, sockets: WebSocketLoop? = nil
  ) {
    self.gateway = gateway
    self.time = time
    self.options = options
    self.random = random
    observer = RequestObserver(metrics: metrics, logger: logger)
    slots = WorkSlots(options.maximumRequestsInFlight)
    limits = RateLimits(options.limits, time: time, metrics: metrics)
    let socketRoutes = EventSocketRoutes(
      gateway: gateway, limits: limits, metrics: metrics, time: time, loop: sockets)
    table = RouteTable(
      Routes.all(of: gateway, metrics: metrics, limits: limits, options: options, sockets: socketRoutes))
  }

  package func admit(_ head: HTTPRequestHead) async -> HTTPAdmission {
    await observer.counted { await admission(of: head) }
  }

  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    await observer.counted { await response(to: request) }
  }

  private func admission(of head: HTTPRequestHead) async -> HTTPAdmission {
    let limit = options.maximumBodyBytes
    guard head.hasBody else { return .read(limit: limit) }
    var exchange = Exchange(head, time: time, random: random)
    do {
      let judgement = try await judge(&exchange)
      let handover = Handover(exchange: exchange.paused(at: time.monotonicNanoseconds), judgement: judgement)
      guard case .route(let admitted) = judgement else { return .read(limit: limit, handover: handover) }
      let bound = options.maximumBytes(of: admitted.route.body)
      let tooLarge = dress(problem(Self.tooLarge(bound), in: exchange), in: exchange)
      return .read(limit: bound, tooLarge: tooLarge, handover: handover)
    } catch {
      return .answer(finish(problem(error, in: exchange), in: exchange, error))
    }
  }

  private func response(to request: HTTPRequest) async -> HTTPResponse {
    let handover = Handover.of(request)
    var exchange =
      handover?.exchange.resumed(at: time.monotonicNanoseconds)
      ?? Exchange(request.head, time: time, random: random)
    do {
      let served = try await serve(request, &exchange, handover?.judgement)
      return finish(served.answer, in: exchange, served.error)
    } catch {
      return finish(problem(error, in: exchange), in: exchange, error)
    }
  }

  static var busy: GatewayError {
    GatewayError(.notReady, "as many requests are worked on as the gateway takes").with { $0.retryAfterSeconds = 1 }
  }

  static func tooLarge(_ limit: Int) -> GatewayError {
    GatewayError(.payloadTooLarge, "the body may have at most \(limit) bytes")
  }
}
