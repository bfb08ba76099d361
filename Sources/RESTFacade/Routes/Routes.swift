import GatewayEngine
import MeetingCore
import Metrics

/// Every route there is, and the document made of them.
enum Routes {
  static func all(
    of gateway: Gateway, metrics: MetricRegistry, limits: RateLimits, options: FacadeOptions, sockets: EventSocketRoutes
  ) -> [Route] {
    let routes = described(gateway, metrics, limits) + sockets.routes
    let providers = gateway.providerDescriptions
    let document = ServedDocument {
      APIDocument(routes: routes + [documentRoute(ServedDocument { [] })], providers, options).bytes
    }
    return routes + [documentRoute(document)]
  }

  private static func described(_ gateway: Gateway, _ metrics: MetricRegistry, _ limits: RateLimits) -> [Route] {
    RoomRoutes(gateway: gateway).routes + TokenRoutes(gateway: gateway).routes + PeopleRoutes(gateway: gateway).routes
      + BanRoutes(gateway: gateway).routes + PermissionRoutes(gateway: gateway).routes
      + EventRoutes(gateway: gateway, limits: limits).routes
      + EgressRoutes(gateway: gateway).routes + CallRoutes(gateway: gateway).routes
      + MemberRoutes(gateway: gateway).routes + SessionRoutes(gateway: gateway).routes
      + TalkRoutes(gateway: gateway).routes + ProviderRoutes(gateway: gateway).routes
      + HookRoutes(gateway: gateway).routes + KeyRoutes(gateway: gateway).routes
      + AgentRoutes(gateway: gateway).routes
      + OperatingRoutes(gateway: gateway, metrics: metrics).routes
  }

  private static func documentRoute(_ document: ServedDocument) -> Route {
    Route(
      .get, "/openapi.json",
      document: RouteDocument(
        "getDocument", "operating", "This document", [.init(200, "OpenAPI 3.1", nil, type: "application/json")]),
      action: .open { _ throws(GatewayError) in .bytes(200, type: "application/json", document.bytes) })
  }
}
