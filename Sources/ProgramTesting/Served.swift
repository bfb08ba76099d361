package import HTTPClient
import Glibc
package import HTTPTypes
import JSONCoding
import Synchronization

/// A gateway that `serve` runs from a configuration, beside a mock vendor in a process of its own. The gateway may die and
/// be started again on the same store and port; the vendor lives on.
package final class Served: Sendable {
  /// Whose mock stands beside it.
  package enum Vendor: String, Sendable {
    case stream
    case videoSDK = "videosdk"

    package var account: String { rawValue + "-main" }
    /// What the account's secret is called.
    var secretName: String { self == .stream ? "api_secret" : "secret" }
  }

  package static let apiSecret = "the-vendors-secret-that-nobody-may-see"
  package static let tokenKey = "the-key-of-the-client-tokens-0123456789"

  package let mock: RunningProgram
  package let mockURL: String
  package let configuration: String
  package let client = HTTPClient()
  package let witness = Witness()
  private let folder: TemporaryFolder
  private let kind: Vendor
  private let apiKey: String
  private let logLevel: String
  private let variables: [String: String]
  private let options: [String: String]
  private let running: Mutex<(gateway: RunningProgram, url: String)>

  private init(
    _ folder: TemporaryFolder, _ kind: Vendor, _ mock: RunningProgram, vendor: JSON, logLevel: String,
    variables: [String: String],
    options: [String: String]
  ) async throws {
    (self.folder, self.kind, self.mock, self.logLevel, self.options) = (folder, kind, mock, logLevel, options)
    self.variables = variables
    mockURL = try Self.text(vendor, "url")
    apiKey = try Self.text(vendor, "api_key")
    configuration = folder.write(
      Self.yaml(
        folder, kind, mockURL, apiKey, logLevel: logLevel, port: "0", options: options), to: "gateway.yaml")
    running = Mutex(try await Self.gateway(folder, configuration, variables))
  }

  /// Tests send more than any caller would: there are no limits unless `limits` (settings of that section) has some.
  /// `options` are the account's, `settings` any of the gateway's by the names of their variables, e.g.
  /// `RECONCILIATION__INTERVAL`.
  package static func start(
    _ kind: Vendor = .stream, logLevel: String, limits: [String: Int] = [:], options: [String: String] = [:],
    settings: [String: String] = [:]
  ) async throws -> Served {
    let folder = TemporaryFolder()
    let mock = try RunningProgram([
      "mock", kind.rawValue, "--port", "0", "--api-secret", apiSecret, "--port-file", folder.file("mock"),
    ])
    return try await Served(
      folder, kind, mock, vendor: try await ready(folder, "mock", mock), logLevel: logLevel,
      variables: variables(of: limits).merging(settings.map { ("SWITCHBOARD_" + $0.key, $0.value) }) { $1 },
      options: options)
  }

  /// The process that serves now, or served last.
  package var gateway: RunningProgram { running.withLock { $0.gateway } }
  package var url: String { running.withLock { $0.url } }
  package var store: String { folder.file("gateway.db") }

  private static func variables(of limits: [String: Int]) -> [String: String] {
    if limits.isEmpty { return ["SWITCHBOARD_LIMITS__ENABLED": "false"] }
    return Dictionary(
      uniqueKeysWithValues: limits.map { ("SWITCHBOARD_LIMITS__" + $0.key.uppercased(), String($0.value)) })
  }

  /// A caller with a key of its own, made beside the running gateway.
  package func caller(_ key: String) -> Caller {
    Caller(url: url, fields: ["Authorization": "Bearer \(key)"], client: client, witness: witness)
  }

  package var vendor: Caller { Caller(url: mockURL, fields: [:], client: client, witness: Witness()) }

  /// Makes a key beside the running gateway.
  package func key(_ scopes: String = "read,manage") async throws -> String {
    let made = try await Program.run("keys", "create", "--config", configuration, "--scopes", scopes)
    guard made.status == 0 else { throw Failure(made.errors) }
    return String(made.output.prefix { !$0.isNewline })
  }

  /// The vendor is told where to post. It holds as long as the gateway comes back on the same port.
  package func registerHook() async throws {
    let answer = try await vendor.post("/_mock/webhooks", ["url": .string("\(url)/v1/hooks/\(kind.account)")])
    guard answer.status == 201 else { throw Failure("the mock refuses the target: \(answer.text)") }
  }

  /// Posts to the account's hook as the vendor does, with `fields` besides its key.
  package func hook(_ body: [UInt8], _ fields: HTTPFields) async throws -> Reply {
    var all = fields
    all["X-Api-Key"] = all["X-Api-Key"] ?? apiKey
    return try await Caller(url: url, fields: all, client: client, witness: witness)
      .send("POST", "/v1/hooks/\(kind.account)", body)
  }

  // MARK: Death and return

  /// Ends the gateway as a crash would.
  package func killGateway() async { await gateway.kill() }

  /// Starts a gateway on the same store and the port of the one that ended.
  package func startGateway() async throws {
    let port = url.split(separator: ":").last.map(String.init) ?? "0"
    _ = folder.write(
      Self.yaml(
        folder, kind, mockURL, apiKey, logLevel: logLevel, port: port, options: options), to: "gateway.yaml")
    unlink(folder.file("ready"))
    let next = try await Self.gateway(folder, configuration, variables)
    running.withLock { $0 = next }
  }

  package func stop() async -> (gateway: Int32?, mock: Int32?) {
    let statuses = (await gateway.terminate(within: .seconds(10)), await mock.terminate())
    await client.shutdown()
    return statuses
  }

  private static func gateway(
    _ folder: TemporaryFolder, _ configuration: String, _ variables: [String: String]
  ) async throws
    -> (gateway: RunningProgram, url: String)
  {
    let gateway = try RunningProgram(
      ["serve", "--config", configuration, "--ready-file", folder.file("ready")], environment: variables)
    return (gateway, try text(await ready(folder, "ready", gateway)["gateway"] ?? .null, "url"))
  }

  private static func text(_ json: JSON, _ name: String) throws -> String {
    guard let text = json[name]?.stringValue else { throw Failure("no \(name) in \(json.text())") }
    return text
  }

  private static func ready(_ folder: TemporaryFolder, _ name: String, _ process: RunningProgram) async throws -> JSON {
    let isReady = await eventually(within: .seconds(20)) {
      folder.read(name).hasSuffix("\n") || process.status() != nil
    }
    guard isReady, process.status() == nil else { throw Failure("it did not start: \(process.errors)") }
    return try JSON.parse(Array(folder.read(name).utf8), mode: .strict)
  }

  private static func yaml(
    _ folder: TemporaryFolder, _ kind: Vendor, _ url: String, _ apiKey: String, logLevel: String, port: String,
    options: [String: String]
  ) -> String {
    let listed = options.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    let secret = folder.write(apiSecret + "\n", to: "api-secret")
    let tokens = folder.write(tokenKey + "\n", to: "token-key")
    let key = folder.write(apiKey + "\n", to: "api-key")
    return """
      environment: development
      server: {listen: "127.0.0.1:\(port)"}
      store: {path: \(folder.file("gateway.db"))}
      secrets: {token_key: file:\(tokens)}
      log: {level: \(logLevel), format: json}
      shutdown: {grace: 0s, drain: 5s}
      tenants: [{name: default, origins: ["http://localhost:*"]}]
      providers:
        - name: \(kind.account)
          kind: \(kind.rawValue)
          mock: true
          base_url: \(url)
          credentials: {api_key: file:\(key), \(kind.secretName): file:\(secret)}
          options: {\(listed)}

      """
  }
}
