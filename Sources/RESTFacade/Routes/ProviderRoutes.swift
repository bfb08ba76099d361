import GatewayEngine
import MeetingCore

/// Accounts at vendors, what they can do, and operations that are on their way there.
struct ProviderRoutes: Sendable {
  let gateway: Gateway

  var routes: [Route] {
    [
      Route(
        .get, "/v1/providers",
        document: RouteDocument("listProviders", "providers", "List providers", [.init(200, "All", "ProviderPage")]),
        action: .authenticated(.surveying) { [gateway] _ throws(GatewayError) in
          { () async throws(GatewayError) in .list(gateway.providers()) { $0.provider($1) } }
        }),
      Route(
        .get, "/v1/providers/{provider}",
        document: RouteDocument("getProvider", "providers", "Read a provider", [.init(200, "The account", "Provider")]),
        action: .authenticated(.surveying) { [gateway] call throws(GatewayError) in
          { () async throws(GatewayError) in
            let view = try gateway.provider(call.parameters["provider"])
            return .json { $0.provider(view) }
          }
        }),
      Route(
        .get, "/v1/providers/{provider}/capabilities",
        document: RouteDocument(
          "listCapabilities", "providers", "List what a provider can do", [.init(200, "The table", "CapabilityPage")]),
        action: .authenticated(.surveying) { [gateway] call throws(GatewayError) in
          let name = call.parameters["provider"]
          return { () async throws(GatewayError) in
            let (rows, settings) = (
              try gateway.capabilities(ofProvider: name), try gateway.settings(ofProvider: name)
            )
            return .json { $0.capabilities(rows, settings) }
          }
        }),
      Route(
        .get, "/v1/operations/{operation}",
        document: RouteDocument(
          "getOperation", "operating", "Read an operation", [.init(200, "Its state", "Operation")]),
        action: .authenticated(.reading()) { [gateway] call throws(GatewayError) in
          let id = try call.id("operation", prefix: "op_")
          return { () async throws(GatewayError) in
            let operation = try await gateway.operation(id, caller: call.caller)
            return .json { $0.operation(operation) }
          }
        }),
    ]
  }
}
