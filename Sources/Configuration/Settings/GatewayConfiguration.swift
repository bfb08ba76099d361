package import Cryptography

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

  package struct Limits: Sendable, Hashable {
    package let maximumBodyBytes: Int
    package let maximumConnections: Int
  }

  package struct Reconciliation: Sendable, Hashable {
    package let interval: Duration
    package let idleInterval: Duration
    /// Per account; 0 = off.
    package let requestsPerMinute: Int
  }

  package let isProduction: Bool
  package let listenAddress: String
  package let listenPort: Int
  package let publicURL: String?
  package let storePath: String
  package let tokenKey: Secret?
  package let tenants: [Tenant]
  package let providers: [Provider]
  package let routes: [Route]
  package let limits: Limits
  package let reconciliation: Reconciliation
  package let hasBreaker: Bool
  package let shutdownGrace: Duration
  package let shutdownDrain: Duration
  package let logLevel: String
  package let logFormat: String
}
