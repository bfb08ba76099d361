import Cryptography
import GatewayEngine
import ProviderCatalog
import RESTFacade
import StructuredLogging

/// What one gateway process runs with, however it was configured.
struct GatewaySettings: Sendable {
  struct Provider: Sendable {
    let name: String
    let kind: ProviderKind
    let isMock: Bool
    let account: ProviderKind.Account
  }

  var address = "127.0.0.1"
  var port = 8_080
  var publicURL: String?
  /// Vendors are on this machine and reach the gateway where it listens.
  var isReachedDirectly = false
  var storePath: String
  var tokenKey: Secret
  var tenants: [GatewayOptions.Tenant]
  var providers: [Provider]
  var routes: [RouteRule] = []
  var maximumBodyBytes = 1 << 20
  var maximumConnections = 12_000
  var limits = RateLimitOptions()
  var grace: Duration = .zero
  var drain: Duration = .seconds(5)
  var maximumRequestsInFlight = 4_096
  var retention = RetentionOptions()
  var reconciliation = ReconciliationOptions()
  var seats = SeatOptions()
  var hasBreaker = true
  var toolSecret: Secret?
  var allowsPrivateTools = false
  var logLevel: LogLevel = .info
  var logFormat: Logger.Format = .json

  /// Where the gateway is when it listens on `port`.
  func ownURL(port: UInt16) -> String {
    let host = address.contains(":") ? "[\(address)]" : address
    return "http://\(host):\(port)"
  }

  /// What a provider is made from. `base` is where its vendor reaches the gateway, as far as that is known.
  func account(of provider: Provider, reachedAt base: String?) -> ProviderKind.Account {
    var account = provider.account
    account.hookURL = base.map { GatewayOptions.hookURL($0, of: provider.name) }
    return account
  }
}
