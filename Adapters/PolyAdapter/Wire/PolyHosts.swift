import HTTPTypes

/// Where the services of one environment are. Messaging and voice have different domains.
struct PolyHosts: Sendable, Hashable {
  /// Where sessions are opened. Without a trailing slash.
  let restBase: String
  /// Where the messaging socket is; may have a query already.
  let messagingSocket: String
  /// Host and port of the voice service.
  let voiceHost: String
  /// Whether voice goes over TLS, as it always does at the vendor's.
  let isSecure: Bool

  init(
    _ environment: PolyEnvironment, _ signalingHost: String?, _ dialect: PolyDialect, allowInsecure: Bool
  ) throws(PolyError) {
    let given = try signalingHost.map { host throws(PolyError) in try Self.host(host) }
    isSecure = !allowInsecure
    switch environment {
    case .custom(let rest, let socket):
      guard let given else {
        throw .invalidConfiguration("signalingHost is required where the environment is custom")
      }
      restBase = try Self.rest(rest, allowInsecure)
      messagingSocket = try Self.socket(socket, allowInsecure)
      voiceHost = given
    default:
      let cluster = try Self.cluster(environment)
      restBase = "https://messaging.\(cluster).poly.ai/api/v1"
      messagingSocket = "wss://messaging.\(cluster).poly.ai/ws"
      voiceHost = given ?? Self.voiceHost(cluster, dialect)
    }
  }

  /// An address at the voice service.
  func voice(_ path: String) -> String { "\(isSecure ? "https" : "http")://\(voiceHost)\(path)" }

  func voiceSocket(_ path: String) -> String { "\(isSecure ? "wss" : "ws")://\(voiceHost)\(path)" }

  // MARK: The vendor's clusters

  private static func cluster(_ environment: PolyEnvironment) throws(PolyError) -> String {
    switch environment {
    case .us: return "us-1"
    case .uk: return "uk-1"
    case .euw: return "euw-1"
    case .cluster(let name):
      guard isCluster(name) else {
        throw .invalidConfiguration("environment: a cluster's name has lower-case letters, digits and hyphens")
      }
      return name
    case .custom: throw .invalidConfiguration("environment is custom")
    }
  }

  private static func isCluster(_ name: String) -> Bool {
    let isPlain = { (byte: UInt8) in (97...122).contains(byte) || (48...57).contains(byte) }
    return name.utf8.first.map(isPlain) == true && name.utf8.allSatisfy { isPlain($0) || $0 == 45 }
  }

  private static func voiceHost(_ cluster: String, _ dialect: PolyDialect) -> String {
    let service = dialect == .gateway ? "webrtc-gateway" : "webrtc-bridge"
    // Two clusters stand apart from the rest.
    let isShort = cluster == "dev" || (cluster == "plg-us-1-prod" && dialect == .bridge)
    return isShort ? "\(service).\(cluster).polyai.app" : "\(service).\(cluster).platform.polyai.app"
  }

  // MARK: Hosts of somebody's own

  private static func host(_ text: String) throws(PolyError) -> String {
    let host = PlainText.trimmed(text)
    guard let url = AbsoluteURL("https://" + host), url.isOrigin, url.port != "*" else {
      throw .invalidConfiguration("signalingHost must be a host, or host:port, without a scheme and a path")
    }
    return host
  }

  private static func rest(_ text: String, _ allowInsecure: Bool) throws(PolyError) -> String {
    let plain = PlainText.trimmed(text)
    let base = plain.hasSuffix("/") ? String(plain.dropLast()) : plain
    guard let url = AbsoluteURL(base), url.isBase else {
      throw .invalidConfiguration("environment.restBaseURL must be an https address")
    }
    try require(url.isSecure || allowInsecure, "environment.restBaseURL")
    return base
  }

  private static func socket(_ text: String, _ allowInsecure: Bool) throws(PolyError) -> String {
    let plain = PlainText.trimmed(text)
    let scheme = plain.prefix { $0 != ":" }.lowercased()
    guard ["ws", "wss"].contains(scheme),
      let url = AbsoluteURL((scheme == "wss" ? "https" : "http") + plain.dropFirst(scheme.utf8.count)),
      url.port != "*", !url.rest.contains("#")
    else { throw .invalidConfiguration("environment.wsBaseURL must be a wss address") }
    try require(url.isSecure || allowInsecure, "environment.wsBaseURL")
    return plain
  }

  private static func require(_ isAllowed: Bool, _ name: String) throws(PolyError) {
    if !isAllowed { throw .invalidConfiguration("\(name) must be encrypted, unless that is not asked for") }
  }
}
