package import AdapterKit
package import Cryptography
import HTTPTypes

extension PolyAccount {
  /// How the vendor may be asked to answer a call.
  private static let modes = [
    "end-to-end", "traditional", "echo", "agent", "agent_v1", "agent_v2", "cascaded", "normal", "realtime",
  ]

  /// An account as it is configured: `options` by the names of the description. `baseURL` is one host that stands for all of
  /// the vendor's; plain HTTP is for mocks on the loopback. Throws the first that is not as it must be; nothing is tried out.
  package init(credentials: [String: Secret], baseURL: String? = nil, options: [String: String] = [:])
    throws(OptionProblem)
  {
    let dialect = try Self.choice(options["dialect"], "dialect", PolyDialect.init(rawValue:), PolyDialect.allCases)
    let base = try baseURL.map { url throws(OptionProblem) in try Self.base(url) }
    do {
      try self.init(
        connectorToken: credentials["connector_token"] ?? Secret(""),
        webCallingToken: credentials["web_calling_token"] ?? Secret(""),
        hostIdentifier: credentials["host_identifier"]?.revealed ?? "",
        environment: base.map(Self.environment) ?? Self.environment(named: options["environment"] ?? "us"),
        signalingHost: options["signaling_host"] ?? base?.authority, dialect: dialect ?? .gateway,
        allowInsecure: base.map { !$0.isSecure } ?? false)
    } catch { throw Self.problem(error) }
    if let mode = options["mode"] {
      guard Self.modes.contains(mode) else {
        throw OptionProblem("mode", "must be one of \(Self.modes.joined(separator: ", "))")
      }
      self.mode = mode
    }
    server = try Self.server(credentials, base, options)
  }

  private static func choice<Value>(
    _ text: String?, _ name: String, _ make: (String) -> Value?, _ all: [Value]
  ) throws(OptionProblem) -> Value? where Value: RawRepresentable<String> {
    guard let text else { return nil }
    guard let value = make(text) else {
      throw OptionProblem(name, "must be one of \(all.map(\.rawValue).joined(separator: ", "))")
    }
    return value
  }

  // MARK: Hosts

  private struct Base {
    let url: String
    let authority: String
    let isSecure: Bool
  }

  private static func base(_ text: String) throws(OptionProblem) -> Base {
    let plain = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard let url = AbsoluteURL(plain), url.isOrigin, let slashes = plain.firstRange(of: "://") else {
      throw OptionProblem("base_url", "must be an http or https address without a path")
    }
    guard url.isSecure || isLoopback(url.host) else {
      throw OptionProblem("base_url", "must be https, except on the loopback")
    }
    return Base(url: plain, authority: String(plain[slashes.upperBound...]), isSecure: url.isSecure)
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
  }

  private static func environment(_ base: Base) -> PolyEnvironment {
    .custom(
      restBaseURL: base.url + "/api/v1", wsBaseURL: (base.isSecure ? "wss://" : "ws://") + base.authority + "/ws")
  }

  private static func environment(named name: String) -> PolyEnvironment {
    switch name {
    case "us": .us
    case "uk": .uk
    case "euw": .euw
    default: .cluster(name)
    }
  }

  // MARK: The server's interface

  private static func server(_ credentials: [String: Secret], _ base: Base?, _ options: [String: String])
    throws(OptionProblem) -> PolyServer?
  {
    let names = ["api_key", "account_id", "project_id"]
    let given = names.filter { credentials[$0]?.isEmpty == false }
    guard !given.isEmpty else { return nil }
    if let missing = names.first(where: { !given.contains($0) }) {
      throw OptionProblem(missing, "is needed where \(given.joined(separator: " and ")) is given")
    }
    let values = names.map { PlainText.trimmed(credentials[$0]?.revealed ?? "") }
    for (name, value) in zip(names, values) where value.isEmpty || !PlainText.isVisible(value) {
      throw OptionProblem(name, "has characters that it cannot have")
    }
    let hosts: (String, String)
    if let base {
      hosts = (base.url, base.url)
    } else {
      hosts = try serverHosts(options["environment"] ?? "us")
    }
    return PolyServer(
      apiKey: Secret(values[0]), accountID: values[1], projectID: values[2], listBase: hosts.0, itemBase: hosts.1)
  }

  /// The families of routes have hosts of their own, with other names for the regions.
  private static func serverHosts(_ environment: String) throws(OptionProblem) -> (String, String) {
    let regions = ["us": ("us-1", "us"), "uk": ("uk-1", "uk"), "euw": ("euw-1", "eu")]
    guard let region = regions[environment] else {
      throw OptionProblem("environment", "must be us, uk or euw where api_key is given")
    }
    return ("https://api.\(region.0).platform.polyai.app", "https://api.\(region.1).poly.ai")
  }

  // MARK: Problems

  /// In the names of the configuration.
  private static func problem(_ error: PolyError) -> OptionProblem {
    guard case .invalidConfiguration(let text) = error else { return OptionProblem("credentials", "cannot be used") }
    let names = [
      "apiKey": "connector_token", "webrtcToken": "web_calling_token", "hostIdentifier": "host_identifier",
      "signalingHost": "signaling_host", "environment": "environment",
    ]
    for (name, option) in names where text.hasPrefix(name) {
      let words = String(text.dropFirst(name.utf8.count).drop { $0 == ":" || $0 == " " })
      return OptionProblem(option, words.hasPrefix("is blank") ? "must not be empty" : words)
    }
    return OptionProblem("base_url", "cannot be used")
  }
}
