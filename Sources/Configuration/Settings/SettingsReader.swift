import Cryptography
import HTTPTypes

/// The settings, one by one: what is read here is all there is, and what the reference is made of.
struct SettingsReader {
  let schemas: [ProviderSchema]
  let allowMock: Bool

  func read(_ root: SectionReader) -> GatewayConfiguration {
    let environment = root.choice(
      "environment", of: ["development", "production"], or: "development",
      "production refuses providers that are marked as mocks")
    let server = root.section("server", readServer)
    let providers = root.sections("providers") { readProvider($0, isProduction: environment == "production") }
    checkNames("providers", providers.map(\.name), root)
    let tenants = readTenants(root)
    let shutdown = root.section("shutdown", readShutdown)
    let log = root.section("log", readLog)
    return GatewayConfiguration(
      isProduction: environment == "production", listenAddress: server.address, listenPort: server.port,
      publicURL: server.publicURL, trustedProxies: server.trustedProxies,
      storePath: root.section("store") { $0.text("path", or: "var/switchboard.db", "the embedded store's file") ?? "" },
      tokenKey: root.section("secrets") {
        $0.secret(
          "token_key", isRequired: true, minimumBytes: Self.tokenKeyBytes,
          "signs client tokens and seals stored answers; at least \(Self.tokenKeyBytes) bytes")
      }, tenants: tenants, providers: providers,
      routes: root.sections("routes") { readRoute($0, providers, tenants) }, limits: root.section("limits", readLimits),
      reconciliation: root.section("reconciliation", readReconciliation),
      hasBreaker: root.section("breaker") {
        $0.flag("enabled", or: true, "whether a provider that fails again and again is left alone for a while")
      },
      retention: root.section("retention", readRetention), seats: root.section("seats", readSeats),
      agents: root.section("agents", readAgents),
      shutdownGrace: shutdown.grace, shutdownDrain: shutdown.drain, logLevel: log.level, logFormat: log.format)
  }

  // MARK: Sections

  private struct Server {
    let address: String
    let port: Int
    let publicURL: String?
    let trustedProxies: [NetworkRange]
  }

  private func readServer(_ section: SectionReader) -> Server {
    let listen = section.text("listen", or: "127.0.0.1:8080", "address and port; port 0 takes a free one") ?? ""
    let address = ListenAddress(listen)
    if address == nil { section.refuse("listen", "must be ADDRESS:PORT, e.g. 127.0.0.1:8080 or [::1]:8080") }
    let url = section.text("public_url", "where vendors and clients reach this gateway")
    if let url, AbsoluteURL(url)?.isBase != true { section.refuse("public_url", Self.urlForm) }
    if section.has("tls") { section.refuse("tls", "is not supported yet: put a TLS proxy in front") }
    return Server(
      address: address?.host ?? "", port: address?.port ?? 0, publicURL: url, trustedProxies: readProxies(section))
  }

  private func readProxies(_ section: SectionReader) -> [NetworkRange] {
    section.texts(
      "trusted_proxies", "must be an address or network such as 10.0.0.7 or 2001:db8::/32",
      "addresses and networks of proxies whose X-Forwarded-For tells whom a request is from", NetworkRange.init)
  }

  private func readTenants(_ root: SectionReader) -> [GatewayConfiguration.Tenant] {
    let tenants = root.sections("tenants", readTenant)
    checkNames("tenants", tenants.map(\.name), root)
    return tenants.isEmpty ? [.init(name: "default", origins: [])] : tenants
  }

  private func readTenant(_ section: SectionReader) -> GatewayConfiguration.Tenant {
    let name = section.required("name", "letters, digits and hyphens")
    if !name.isEmpty, !Self.isName(name) { section.refuse("name", "must be 1–40 of a–z, 0–9 and -") }
    let origins = section.texts(
      "origins", "must be an origin such as https://app.example",
      "web origins whose pages may call the API; a port may be *"
    ) { AbsoluteURL($0)?.isOrigin == true ? $0 : nil }
    return .init(name: name, origins: origins)
  }

  private func readReconciliation(_ section: SectionReader) -> GatewayConfiguration.Reconciliation {
    let interval = section.duration("interval", or: "30s", "how often a room that is live or has a session is read")
    let idle = section.duration("idle_interval", or: "5m", "how often a room in backstage with nobody in is read")
    if interval < .seconds(1) { section.refuse("interval", "must be at least 1s") }
    if idle < interval { section.refuse("idle_interval", "must not be shorter than interval") }
    return .init(
      interval: interval, idleInterval: idle,
      requestsPerMinute: section.integer(
        "requests_per_minute", or: 30, in: 0...100_000, "the most requests to one account for it; 0 turns it off"))
  }

  private func readRetention(_ section: SectionReader) -> GatewayConfiguration.Retention {
    let events = section.duration("events", or: "30d", "how long events are kept; 0s = for ever")
    let deliveries = section.duration(
      "deliveries", or: "7d", "how long vendors' deliveries are kept, and a repeat is known for one")
    let interval = section.duration("interval", or: "1m", "how often the store is cleared of what is past its time")
    if events > .zero, events < .seconds(60) { section.refuse("events", "must be at least 1m, or 0s") }
    if deliveries < .seconds(3_600) { section.refuse("deliveries", "must be at least 1h") }
    if interval < .seconds(1) { section.refuse("interval", "must be at least 1s") }
    return .init(events: events, deliveries: deliveries, interval: interval)
  }

  private func readSeats(_ section: SectionReader) -> GatewayConfiguration.Seats {
    let linger = section.duration(
      "linger", or: "10s", "how long a seat in a room stays after the last person has left")
    if linger > .seconds(3_600) { section.refuse("linger", "must be at most 1h") }
    return .init(
      perAccount: section.integer(
        "per_account", or: 500, in: 0...100_000,
        "the most rooms of one account in which the gateway sits itself; 0 = none"), linger: linger)
  }

  private func readAgents(_ section: SectionReader) -> GatewayConfiguration.Agents {
    let secret = section.secret(
      "tool_secret", isRequired: false, "signs the calls of agents' tools; absent: agents have no tools")
    if let secret, WebhookSigner(secret) == nil {
      section.refuse("tool_secret", "must be whsec_ and 24 to 64 bytes in base64")
    }
    return .init(
      toolSecret: secret,
      allowsPrivateTools: section.flag(
        "allow_private_tools", or: false, "whether tools may be on hosts that are not on the open internet"))
  }

  private func readShutdown(_ section: SectionReader) -> (grace: Duration, drain: Duration) {
    (
      section.duration("grace", or: "5s", "how long requests are still taken after readiness is off"),
      section.duration("drain", or: "15s", "how long running work may take to finish")
    )
  }

  private func readLog(_ section: SectionReader) -> (level: String, format: String) {
    (
      section.choice("level", of: ["debug", "info", "warning", "error"], or: "info", "the least that is logged"),
      section.choice("format", of: ["json", "text"], or: "json", "text is for people at a terminal")
    )
  }

  private func readRoute(
    _ section: SectionReader, _ providers: [GatewayConfiguration.Provider], _ tenants: [GatewayConfiguration.Tenant]
  ) -> GatewayConfiguration.Route {
    let match = section.section("match") { readMatch($0, tenants) }
    let targets = section.sections("to") { readTarget($0, providers) }
    if targets.isEmpty { section.refuse("to", "must name a provider") }
    return .init(kind: match.kind, tenant: match.tenant, providers: targets)
  }

  private func readMatch(
    _ section: SectionReader, _ tenants: [GatewayConfiguration.Tenant]
  ) -> (kind: String?, tenant: String?) {
    let kind = section.text("kind", "only rooms of this kind")
    if let kind, !Self.roomKinds.contains(kind) {
      section.refuse("kind", "must be one of \(Self.roomKinds.joined(separator: ", "))")
    }
    let tenant = section.text("tenant", "only rooms of this tenant")
    if let tenant, !tenants.contains(where: { $0.name == tenant }) {
      section.refuse("tenant", "names \(QuotedText.of(tenant)), which is no configured tenant")
    }
    return (kind, tenant)
  }

  private func readTarget(_ section: SectionReader, _ providers: [GatewayConfiguration.Provider]) -> String {
    let name = section.required("provider", "an account's name")
    if !name.isEmpty, !providers.contains(where: { $0.name == name }) {
      section.refuse("provider", "names \(QuotedText.of(name)), which is no configured provider")
    }
    return name
  }

  // MARK: Providers

  private func readProvider(_ section: SectionReader, isProduction: Bool) -> GatewayConfiguration.Provider {
    let name = section.required("name", "the account's name in rooms, events and errors")
    if !name.isEmpty, !Self.isName(name) { section.refuse("name", "must be 1–40 of a–z, 0–9 and -") }
    let kinds = schemas.map(\.kind).joined(separator: ", ")
    let kind = section.required("kind", "one of \(kinds)")
    let schema = schemas.first { $0.kind == kind }
    if !kind.isEmpty, schema == nil { section.refuse("kind", "must be one of \(kinds)") }
    let isMock = section.flag("mock", or: false, "whether this is a mock vendor")
    if isMock, isProduction, !allowMock { section.refuse("mock", "is refused in production") }
    let baseURL = section.text("base_url", "where the vendor's API is; absent: the vendor's own host")
    if let baseURL { check(baseURL, schema, isMock, section) }
    let credentials = section.section("credentials") { readCredentials($0, schema) }
    let options = section.section("options") { readOptions($0, schema) }
    return .init(name: name, kind: kind, baseURL: baseURL, isMock: isMock, credentials: credentials, options: options)
  }

  /// Credentials go to the vendor alone, and never in the clear; a mock may be anywhere.
  private func check(_ text: String, _ schema: ProviderSchema?, _ isMock: Bool, _ section: SectionReader) {
    guard let url = AbsoluteURL(text), url.isBase else { return section.refuse("base_url", Self.urlForm) }
    guard !isMock, let schema else { return }
    if !schema.hosts.contains(url.host) {
      section.refuse("base_url", "is not one of the vendor's hosts: mark the provider with mock: true")
    } else if !url.isSecure {
      section.refuse("base_url", "must be https")
    }
  }

  private func readCredentials(_ section: SectionReader, _ schema: ProviderSchema?) -> [String: Secret] {
    var credentials: [String: Secret] = [:]
    for key in schema?.credentialKeys ?? section.keys {
      credentials[key] = section.secret(key, isRequired: true, "the vendor's \(key)")
    }
    for key in schema?.optionalCredentialKeys ?? [] {
      credentials[key] = section.secret(key, isRequired: false, "\(key), for what needs it")
    }
    return credentials
  }

  private func readOptions(_ section: SectionReader, _ schema: ProviderSchema?) -> [String: String] {
    var options: [String: String] = [:]
    for (key, meaning) in (schema?.options ?? [:]).sorted(by: { $0.key < $1.key }) {
      options[key] = section.text(key, meaning)
    }
    return options
  }

  private func checkNames(_ key: String, _ names: [String], _ root: SectionReader) {
    for name in Set(names).sorted() where names.count(where: { $0 == name }) > 1 {
      root.refuse(key, "has the name \(name) twice")
    }
  }

  // MARK: Forms

  private static let roomKinds = ["audio_room", "meeting", "voice_call"]
  /// Less can be guessed from one client token, by trying.
  private static let tokenKeyBytes = 16

  private static let urlForm = "must be an absolute http or https URL without user, query and fragment"

  static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
  }
}
