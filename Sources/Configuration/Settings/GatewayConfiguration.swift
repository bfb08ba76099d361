package import Cryptography
package import HTTPTypes

/// Everything a gateway is configured with, read and checked.
package struct GatewayConfiguration: Sendable {
  package struct Tenant: Sendable, Hashable {
    package let name: String
    package let origins: [String]
  }

  package struct Provider: Sendable {
    package let name: String
    package let kind: String
    /// nil = the vendor's own.
    package let baseURL: String?
    package let isMock: Bool
    package let credentials: [String: Secret]
    package let options: [String: String]
  }

  package struct Route: Sendable, Hashable {
    package let kind: String?
    package let tenant: String?
    package let providers: [String]
  }

  /// So many requests a minute, and so many at once.
  package struct Rate: Sendable, Hashable {
    package let perMinute: Int
    package let burst: Int
  }

  /// nil = no limit.
  package struct Limits: Sendable, Hashable {
    package let maximumBodyBytes: Int
    package let maximumConnections: Int
    package let maximumRequestsInFlight: Int
    package var perKey: Rate?
    package var perClientToken: Rate?
    package var perAddress: Rate?
    package var hooksPerAddress: Rate?
    package var streamsPerKey: Int?
    package var streamsPerClientToken: Int?
    package var streamsPerAddress: Int?
  }

  package struct Retention: Sendable, Hashable {
    /// Zero = for ever.
    package let events: Duration
    package let deliveries: Duration
    package let interval: Duration
  }

  package struct Reconciliation: Sendable, Hashable {
    package let interval: Duration
    package let idleInterval: Duration
    /// Per account; 0 = off.
    package let requestsPerMinute: Int
  }

  package struct Seats: Sendable, Hashable {
    /// 0 = rooms are served without.
    package let perAccount: Int
    package let linger: Duration
  }

  package struct Agents: Sendable {
    /// Signs the calls of agents' tools; nil = agents have none.
    package let toolSecret: Secret?
    package let allowsPrivateTools: Bool
  }

  package let isProduction: Bool
  package let listenAddress: String
  package let listenPort: Int
  package let publicURL: String?
  /// Proxies whose `X-Forwarded-For` is believed.
  package let trustedProxies: [NetworkRange]
  package let storePath: String
  package let tokenKey: Secret?
  package let tenants: [Tenant]
  package let providers: [Provider]
  package let routes: [Route]
  package let limits: Limits
  package let reconciliation: Reconciliation
  package let hasBreaker: Bool
  package let retention: Retention
  package let seats: Seats
  package let agents: Agents
  package let shutdownGrace: Duration
  package let shutdownDrain: Duration
  package let logLevel: String
  package let logFormat: String
}
