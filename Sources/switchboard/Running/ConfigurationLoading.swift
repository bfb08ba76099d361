import Configuration
import Cryptography
import GatewayEngine
import MeetingCore
import ProviderCatalog
import RESTFacade
import StructuredLogging

/// From a configuration file to settings.
enum ConfigurationLoading {
  static var schemas: [ProviderSchema] {
    ProviderCatalog.descriptions.map {
      ProviderSchema(
        kind: $0.kind, credentialKeys: $0.credentialKeys, optionalCredentialKeys: $0.optionalCredentialKeys,
        hosts: $0.hosts, options: $0.options)
    }
  }

  static func read(_ path: String, allowMock: Bool) throws(CommandError) -> GatewayConfiguration {
    guard let text = Files.read(path) else { throw CommandError("cannot read \(path)") }
    do {
      return try GatewayConfiguration.load(
        text, environment: EnvironmentVariables.all, schemas: schemas, allowMock: allowMock, readFile: Files.read)
    } catch { throw CommandError("\(path) cannot be used:\n\(error.description)") }
  }

  static func settings(_ configuration: GatewayConfiguration) throws(CommandError) -> GatewaySettings {
    guard let tokenKey = configuration.tokenKey, !configuration.providers.isEmpty else {
      throw CommandError("secrets.token_key and at least one provider are required")
    }
    var settings = GatewaySettings(
      storePath: configuration.storePath, tokenKey: tokenKey,
      tenants: configuration.tenants.map { .init(id: Tenants.id($0.name), name: $0.name, origins: $0.origins) },
      providers: configuration.providers.compactMap(provider))
    settings.address = configuration.listenAddress
    settings.port = configuration.listenPort
    settings.publicURL = configuration.publicURL
    settings.routes = configuration.routes.map {
      RouteRule(kind: $0.kind.flatMap(RoomKind.init), tenant: $0.tenant.map(Tenants.id), providers: $0.providers)
    }
    settings.maximumBodyBytes = configuration.limits.maximumBodyBytes
    settings.maximumConnections = configuration.limits.maximumConnections
    settings.limits = limits(configuration)
    settings.maximumRequestsInFlight = configuration.limits.maximumRequestsInFlight
    settings.retention = RetentionOptions(
      events: configuration.retention.events, deliveries: configuration.retention.deliveries,
      interval: configuration.retention.interval)
    settings.grace = configuration.shutdownGrace
    settings.drain = configuration.shutdownDrain
    settings.reconciliation = ReconciliationOptions(
      interval: configuration.reconciliation.interval, idleInterval: configuration.reconciliation.idleInterval,
      requestsPerMinute: configuration.reconciliation.requestsPerMinute)
    settings.seats = SeatOptions(
      maximumPerAccount: configuration.seats.perAccount, linger: configuration.seats.linger)
    settings.hasBreaker = configuration.hasBreaker
    settings.toolSecret = configuration.agents.toolSecret
    settings.allowsPrivateTools = configuration.agents.allowsPrivateTools
    settings.logLevel = LogLevel(name: configuration.logLevel) ?? .info
    settings.logFormat = configuration.logFormat == "text" ? .text : .json
    return settings
  }

  private static func limits(_ configuration: GatewayConfiguration) -> RateLimitOptions {
    let limits = configuration.limits
    func rate(_ rate: GatewayConfiguration.Rate?) -> RateLimit? {
      rate.map { RateLimit($0.perMinute, burst: $0.burst) }
    }
    return RateLimitOptions(
      perKey: rate(limits.perKey), perClientToken: rate(limits.perClientToken), perAddress: rate(limits.perAddress),
      hooks: rate(limits.hooksPerAddress), streamsPerKey: limits.streamsPerKey,
      streamsPerClientToken: limits.streamsPerClientToken, streamsPerAddress: limits.streamsPerAddress,
      trustedProxies: configuration.trustedProxies)
  }

  private static func provider(_ provider: GatewayConfiguration.Provider) -> GatewaySettings.Provider? {
    guard let kind = ProviderCatalog.kind(provider.kind) else { return nil }
    return .init(
      name: provider.name, kind: kind, isMock: provider.isMock,
      account: .init(credentials: provider.credentials, baseURL: provider.baseURL, options: provider.options))
  }
}
