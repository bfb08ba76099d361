package import Clocks
import Cryptography
package import HTTPTypes
import JSONCoding
package import MockKit
import Synchronization

/// The vendor Stream: its REST interface in both path families, its accounts and its webhooks.
package final class StreamMock: MockVendor {
  package let name = "stream"
  package let version = "v236.0.4"
  package let configuration: StreamMockConfiguration
  private let time: any TimeSource
  let tenants: Mutex<[String: StreamTenant]>
  let bridges: AgentBridges
  let coordinator = CoordinatorSockets()

  /// `time` is the vendor's clock: token expiry, sessions and timers follow it.
  package init(configuration: StreamMockConfiguration = StreamMockConfiguration(), time: any TimeSource) {
    self.configuration = configuration
    self.time = time
    bridges = AgentBridges(configuration.options)
    tenants = Mutex(Self.seed(configuration, now: time.wallNanoseconds))
  }

  private static func seed(_ configuration: StreamMockConfiguration, now: Int64) -> [String: StreamTenant] {
    var tenants: [String: StreamTenant] = [:]
    for (index, account) in configuration.accounts.enumerated() {
      let seed = configuration.seed &+ UInt64(index) &* 0x1_0000_0001
      tenants[account.apiKey] = StreamTenant(account: account, options: configuration.options, seed: seed, now: now)
    }
    return tenants
  }

  var now: Int64 { time.wallNanoseconds }

  package func operation(for head: HTTPRequestHead) -> String? {
    if head.path == Self.agentPath { return "ConnectAgent" }
    if head.path == Self.mediaPath { return "ConnectMedia" }
    if Self.coordinatorPaths.contains(head.path) { return "WSConnect" }
    return StreamRoutes.table.match(head.method, head.path)?.operation.operation.rawValue
  }

  package func answer(_ request: HTTPRequest) -> MockAnswer {
    let now = now
    let outcome = tenants.withLock { StreamExchange(request: request, now: now).run(&$0, configuration.options) }
    return MockAnswer(
      HTTPResponse(json: outcome.document, status: outcome.status, fields: outcome.fields), events: outcome.events)
  }

  package func refusal(status: Int, operation: String?) -> HTTPResponse {
    let standing = StreamRateLimiter(configuration.options).standing("", platform: "server_side", now: now)
    let document = StreamRefusal.generic(status).document(operation ?? "Request")
    return HTTPResponse(json: document, status: status, fields: standing.fields)
  }

  package var nextDeadline: Int64? {
    tenants.withLock { $0.values.flatMap { [$0.nextDeadline, $0.earliestExpiry] }.compactMap { $0 }.min() }
  }

  package func runDueTimers() -> [MockEvent] {
    let now = now
    return tenants.withLock { tenants in
      configuration.accounts.flatMap { account in
        tenants[account.apiKey]?.expireConnections(until: now)
        tenants[account.apiKey]?.runTimers(until: now)
        return tenants[account.apiKey]?.takeEvents() ?? []
      }
    }
  }

  package func reset() {
    let fresh = Self.seed(configuration, now: now)
    let former = tenants.withLock { tenants in
      defer { tenants = fresh }
      return tenants
    }
    for tenant in former.values { tenant.closeMedia() }
    coordinator.closeAll(Self.passingCode, "")
    coordinator.isSilent = false
    bridges.closeAll()
    bridges.set(configuration.options.agentBridge, configuration.options.agentEvents)
  }
}
