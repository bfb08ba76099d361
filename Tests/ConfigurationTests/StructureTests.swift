import Configuration
import Testing

@Suite("The form of a configuration")
struct StructureTests {
  @Test("null, ~ and nothing leave a setting at its default")
  func nulls() throws {
    for empty in ["null", "~", ""] {
      let rest = "server: {listen: \(empty)}\nlog: \(empty)\nroutes: \(empty)"
      let configuration = try Reading.load(Reading.text(account: "base_url: \(empty)", rest: rest))
      #expect(configuration.listenPort == 8_080)
      #expect(configuration.providers[0].baseURL == nil)
      #expect(configuration.logLevel == "info" && configuration.routes.isEmpty)
    }
  }

  static let malformed: [(rest: String, problem: String)] = [
    ("log: loud", "log (line 7, column 6) must be a section with settings"),
    ("log: [level]", "log (line 7, column 6) must be a section with settings"),
    ("log: {level: [info]}", "log.level (line 7, column 14) must be a single value"),
    ("routes: {to: x}", "routes (line 7, column 9) must be a list"),
    ("log: {level: info, levle: info}", "log.levle (line 7, column 20) is not a known setting"),
    ("log: {level: info, level: info}", "the configuration (line 7, column 20) has the key level twice"),
    ("tenants: [{name: a, origins: {}}]", "tenants[a].origins (line 7, column 30) must be a list"),
    ("tenants: [{name: a, origins: [[x]]}]", "tenants[a].origins[0] (line 7, column 31) must be a text"),
    ("log: {level: !!str info}", "the configuration (line 7, column 14) has a tag, which is not supported"),
    ("<<: {log: {}}", "<< (line 7, column 1) is not a known setting"),
    ("server: {tls: {key: file:x}}", "server.tls (line 7, column 15) is not supported yet: put a TLS proxy in front"),
    ("shutdown: {grace: 5}", "shutdown.grace (line 7, column 19) must be a duration such as 250ms, 5s or 2m"),
    ("shutdown: {grace: -5s}", "shutdown.grace (line 7, column 19) must be a duration such as 250ms, 5s or 2m"),
    (
      "limits: {maximum_connections: 1e3}",
      "limits.maximum_connections (line 7, column 31) must be a whole number from 16 to 100000"
    ),
  ]

  @Test("what has the wrong form is told once, with its path and place", arguments: malformed)
  func tells(rest: String, problem: String) {
    #expect(Reading.problems(Reading.text(rest: rest)) == [problem])
  }

  static let unmatched: [(rest: String, problem: String)] = [
    ("routes: [{to: []}]", "must name a provider"),
    (
      "routes: [{match: {kind: party}, to: [{provider: kindly-main}]}]",
      "routes[0].match.kind (line 7, column 25) must be one of audio_room, meeting, voice_call"
    ),
    (
      "routes: [{match: {tenant: nobody}, to: [{provider: kindly-main}]}]",
      "routes[0].match.tenant (line 7, column 27) names \"nobody\", which is no configured tenant"
    ),
    ("tenants: [{name: a}, {name: a}]", "has the name a twice"),
    ("tenants: [{origins: []}]", "tenants[0].name (line 7, column 11) is required"),
  ]

  @Test("names must be there, be different and mean something", arguments: unmatched)
  func matches(rest: String, problem: String) {
    let problems = Reading.problems(Reading.text(rest: rest))
    #expect(problems.count == 1)
    #expect(problems.first?.contains(problem) == true, "\(problems)")
  }

  @Test("each bad element of a list is told, with its index and value, but nothing that may be a password")
  func elements() {
    let origins = Reading.problems(
      Reading.text(rest: "tenants: [{name: a, origins: [app, \"https://ok.example\", \"https://u:p@b.example\"]}]"))
    #expect(
      origins == [
        "tenants[a].origins[0] (line 7, column 31) must be an origin such as https://app.example, not \"app\"",
        "tenants[a].origins[2] (line 7, column 58) must be an origin such as https://app.example, not \"…@b.example\"",
      ])
    let rule = "must be an address or network such as 10.0.0.7 or 2001:db8::/32"
    #expect(
      Reading.problems(Reading.text(rest: "server: {trusted_proxies: [10.0.0.0/8, 10.0.0.0/99, proxy]}")) == [
        "server.trusted_proxies[1] (line 7, column 40) \(rule), not \"10.0.0.0/99\"",
        "server.trusted_proxies[2] (line 7, column 53) \(rule), not \"proxy\"",
      ])
    let name = "SWITCHBOARD_SERVER__TRUSTED_PROXIES"
    #expect(
      Reading.problems(Reading.text(), [name: "::1,x\ny"]) == [
        "server.trusted_proxies[1] \(rule), not \"x?y\" (set by \(name))"
      ])
  }

  @Test("a key that could be guessed is none", arguments: [(15, false), (16, true)])
  func tokenKeys(bytes: Int, isTaken: Bool) {
    let problems = Reading.problems(Reading.text(), ["TOKEN_KEY": String(repeating: "k", count: bytes)])
    let rule = "must have at least 16 bytes, e.g. from: openssl rand -base64 32"
    let refusal = "secrets.token_key (line 1, column 22) \(rule)"
    #expect(problems == (isTaken ? [] : [refusal]))
  }

  @Test("nothing at all is told as what is missing, not as a crash", arguments: ["", "\n", "---\n", "null", "# note"])
  func empty(text: String) {
    #expect(Reading.problems(text) == ["secrets.token_key is required: env:NAME or file:PATH"])
  }

  @Test(
    "bytes that are no text, or no mapping, are errors", arguments: ["\u{0}", "- a", "just text", "a:\n\t- b", "%"])
  func noMapping(text: String) { #expect(!Reading.problems(text).isEmpty) }

  @Test("the default of every setting in the reference is one that the reader takes")
  func referenceDefaultsAreReadable() throws {
    let rows = ConfigurationReference.render(schemas: [Reading.schema]).split(separator: "\n").dropFirst(2)
    var environment: [String: String] = [:]
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmed }
      guard cells.count == 5, !cells[2].isEmpty, cells[2] != "[]", !cells[0].contains("[") else { continue }
      environment[cells[3]] = cells[2]
    }
    #expect(environment.count >= 8)
    #expect(Reading.problems(Reading.text(), environment) == [])
  }
}

extension Substring {
  fileprivate var trimmed: String { String(filter { $0 != " " && $0 != "`" }) }
}
