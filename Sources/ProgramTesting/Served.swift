package import HTTPClient
import HTTPTypes
import JSONCoding

/// A gateway that `serve` runs from a configuration, beside a mock vendor in a process of its own.
package final class Served: Sendable {
  package static let apiSecret = "the-vendors-secret-that-nobody-may-see"
  package static let tokenKey = "the-key-of-the-client-tokens-0123456789"

  package let mock: RunningProgram
  package let gateway: RunningProgram
  package let mockURL: String
  package let url: String
  package let configuration: String
  package let client = HTTPClient()
  package let witness = Witness()
  private let folder: TemporaryFolder

  private init(
    _ folder: TemporaryFolder, _ mock: RunningProgram, _ gateway: RunningProgram, mockURL: String, url: String
  ) {
    (self.folder, self.mock, self.gateway, self.mockURL, self.url) = (folder, mock, gateway, mockURL, url)
    configuration = folder.file("gateway.yaml")
  }

  package static func start(logLevel: String) async throws -> Served {
    let folder = TemporaryFolder()
    let mock = try RunningProgram([
      "mock", "stream", "--port", "0", "--api-secret", apiSecret, "--port-file", folder.file("mock"),
    ])
    let vendor = try await ready(folder, "mock", mock)
    let mockURL = try text(vendor, "url")
    let path = folder.write(
      yaml(folder, mockURL, try text(vendor, "api_key"), logLevel: logLevel), to: "gateway.yaml")
    let gateway = try RunningProgram(["serve", "--config", path, "--ready-file", folder.file("ready")])
    let url = try text(await ready(folder, "ready", gateway)["gateway"] ?? .null, "url")
    return Served(folder, mock, gateway, mockURL: mockURL, url: url)
  }

  /// A caller with a key of its own, made beside the running gateway.
  package func caller(_ key: String) -> Caller {
    Caller(url: url, fields: ["Authorization": "Bearer \(key)"], client: client, witness: witness)
  }

  package var vendor: Caller { Caller(url: mockURL, fields: [:], client: client, witness: Witness()) }

  package func stop() async -> (gateway: Int32?, mock: Int32?) {
    let statuses = (await gateway.terminate(within: .seconds(10)), await mock.terminate())
    await client.shutdown()
    return statuses
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

  private static func yaml(_ folder: TemporaryFolder, _ url: String, _ apiKey: String, logLevel: String) -> String {
    let secret = folder.write(apiSecret + "\n", to: "api-secret")
    let tokens = folder.write(tokenKey + "\n", to: "token-key")
    let key = folder.write(apiKey + "\n", to: "api-key")
    return """
      environment: development
      server: {listen: "127.0.0.1:0"}
      store: {path: \(folder.file("gateway.db"))}
      secrets: {token_key: file:\(tokens)}
      log: {level: \(logLevel), format: json}
      shutdown: {grace: 0s, drain: 5s}
      tenants: [{name: default, origins: ["http://localhost:*"]}]
      providers:
        - name: stream-main
          kind: stream
          mock: true
          base_url: \(url)
          credentials: {api_key: file:\(key), api_secret: file:\(secret)}

      """
  }
}
