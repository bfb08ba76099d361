import Configuration
import Cryptography
import Testing

@Suite struct LoadingTests {
  private static let schema = ProviderSchema(
    kind: "kindly", credentialKeys: ["api_key", "api_secret"], hosts: ["api.kindly.example"],
    options: ["colour": "Its colour."])

  private static let good = """
    environment: development
    server: {listen: "127.0.0.1:0"}
    secrets: {token_key: env:TOKEN_KEY}
    tenants: [{name: default, origins: ["https://app.example", "http://localhost:*"]}]
    providers:
      - name: kindly-main
        kind: kindly
        credentials: {api_key: env:KEY, api_secret: file:/secret}
        options: {colour: green}
    routes: [{match: {kind: audio_room}, to: [{provider: kindly-main}]}]
    shutdown: {grace: 250ms, drain: 2m}
    """

  private static let environment = ["TOKEN_KEY": "a-token-key-of-32-bytes-or-more!", "KEY": "a-key"]

  private func load(
    _ text: String, _ extra: [String: String] = [:], allowMock: Bool = false
  ) throws(ConfigurationErrors) -> GatewayConfiguration {
    try GatewayConfiguration.load(
      Array(text.utf8), environment: Self.environment.merging(extra) { _, new in new }, schemas: [Self.schema],
      allowMock: allowMock, readFile: { $0 == "/secret" ? Array("a-secret\n".utf8) : nil })
  }

  private func problems(_ text: String, _ extra: [String: String] = [:]) -> [String] {
    do {
      _ = try load(text, extra)
      return []
    } catch { return error.all.map(\.description) }
  }

  @Test func everythingIsReadWithItsDefaults() throws {
    let configuration = try load(Self.good)
    #expect(configuration.listenPort == 0)
    #expect(configuration.storePath == "var/switchboard.db")
    #expect(configuration.tokenKey?.revealed == "a-token-key-of-32-bytes-or-more!")
    #expect(configuration.tenants.map(\.name) == ["default"])
    let provider = try #require(configuration.providers.first)
    #expect(provider.credentials["api_secret"]?.revealed == "a-secret")
    #expect(provider.options == ["colour": "green"])
    #expect(configuration.routes.map(\.kind) == ["audio_room"])
    #expect(configuration.routes.map(\.providers) == [["kindly-main"]])
    #expect(configuration.shutdownGrace == .milliseconds(250))
    #expect(configuration.shutdownDrain == .seconds(120))
  }

  @Test func theEnvironmentWins() throws {
    let configuration = try load(
      Self.good,
      [
        "SWITCHBOARD_SERVER__LISTEN": "[::1]:9000",
        "SWITCHBOARD_PROVIDERS__KINDLY_MAIN__CREDENTIALS__API_SECRET": "other",
        "SWITCHBOARD_LOG__LEVEL": "debug",
      ])
    #expect(configuration.listenAddress == "::1")
    #expect(configuration.listenPort == 9_000)
    #expect(configuration.providers[0].credentials["api_secret"]?.revealed == "other")
    #expect(configuration.logLevel == "debug")
  }

  @Test(arguments: [
    ("sever: {}", "sever (line 1, column 1) is not a known setting"),
    ("server: {listen: nowhere}", "server.listen (line 1, column 18) must be ADDRESS:PORT"),
    ("server: {tls: {certificate: x}}", "server.tls (line 1, column 15) is not supported yet"),
    ("log: {level: loud}", "log.level (line 1, column 14) must be one of debug"),
    ("shutdown: {grace: soon}", "shutdown.grace (line 1, column 19) must be a duration"),
    ("limits: {maximum_body_bytes: 3}", "limits.maximum_body_bytes (line 1, column 30) must be a whole number"),
    ("secrets: {token_key: plain}", "secrets.token_key (line 1, column 22) must not stand in the file"),
    ("secrets: {token_key: env:NONE}", "the environment variable NONE is missing or empty"),
    ("providers: [{name: A_B, kind: kindly}]", "must be 1–40 of a–z, 0–9 and -"),
    ("providers: [{name: a, kind: other}]", "providers[a].kind (line 1, column 29) must be one of kindly"),
    ("providers: [{name: a, kind: kindly, base_url: \"http://127.0.0.1\"}]", "mark the provider with mock: true"),
    ("providers: [{name: a, kind: kindly, credentials: {api_key: env:KEY}}]", "api_secret"),
    ("providers: [{name: a, kind: kindly}, {name: a, kind: kindly}]", "has the name a twice"),
    (
      "routes: [{to: [{provider: none}]}]",
      "routes[0].to[0].provider (line 1, column 27) names \"none\", which is no configured provider"
    ),
    ("tenants: [{name: a, origins: [app]}]", "tenants[a].origins[0] (line 1, column 31) must be an origin"),
    ("a: 1\na: 2", "has the key a twice"), ("a: &x 1\nb: *x", "anchor"),
    ("--- \na: 1\n---\nb: 1", "more than one document"),
    ("a: [", "is not YAML"),
  ])
  func whatIsWrongIsToldWithItsPlace(_ text: String, _ expected: String) {
    let found = problems(text)
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test func everyProblemIsFoundInOneGo() {
    #expect(problems("sever: {}\nlog: {level: loud}\nshutdown: {grace: soon}").count >= 4)
  }

  @Test func noSecretIsInAProblem() {
    let found = problems(Self.good.replacing("env:KEY", with: "very-secret-value"))
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { !$0.contains("very-secret-value") })
  }

  @Test func anEmptySecretIsMissing() {
    #expect(problems(Self.good, ["KEY": ""]).contains { $0.contains("missing or empty") })
  }

  @Test func productionRefusesMocksUnlessAllowed() throws {
    let text = Self.good.replacing("environment: development", with: "environment: production")
      .replacing("kind: kindly\n", with: "kind: kindly\n    mock: true\n")
    #expect(problems(text).contains { $0.contains("is refused in production") })
    #expect(try load(text, allowMock: true).providers[0].isMock)
  }

  @Test func deepAndHugeFilesAreRefused() {
    #expect(
      problems(String(repeating: "[", count: 200)).contains { $0.contains("too deep") || $0.contains("not YAML") })
    #expect(problems("a: " + String(repeating: "x", count: 2 << 20)).contains { $0.contains("1 MiB") })
  }

  @Test func theReferenceNamesEverySettingOnce() {
    let reference = ConfigurationReference.render(schemas: [Self.schema])
    for path in [
      "server.listen", "store.path", "secrets.token_key", "shutdown.grace", "log.level", "limits.maximum_body_bytes",
    ] {
      #expect(reference.components(separatedBy: "| `\(path)` |").count == 2, "\(path)")
    }
    #expect(reference.contains("SWITCHBOARD_PROVIDERS__KINDLY_NAME__CREDENTIALS__API_SECRET"))
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
