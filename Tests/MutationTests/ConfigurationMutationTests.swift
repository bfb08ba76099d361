import HTTPTypes
import Testing

@testable import Configuration

@Suite("Mutated configurations")
struct ConfigurationMutationTests {
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
  private static let nasty = [
    "a: &x [1]\nb: *x\n", "? [a]\n: b\n", "--- a\n--- b\n", "!!binary aGk=\n", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    "a: 1\na: 2\n",
    "key: |\n  text\n  more\n", "\"\\x00\\ud800\"", "{a: {b: {c: [1, 2, {d: }]}}}", "",
  ]

  @Test("a configuration is taken whole, or refused with errors that say something and hold no secret")
  func loading() {
    let environment = ["TOKEN_KEY": "a-token-key-of-32-bytes-or-more!", "KEY": "the-api-key"]
    Campaign.run([Self.good, Self.good] + Self.nasty, share: 8) { input in
      do {
        let configuration = try GatewayConfiguration.load(
          input, environment: environment, schemas: [Self.schema],
          readFile: { $0 == "/secret" ? Array("the-api-secret".utf8) : nil })
        return .holds([
          "a port": (0...65_535).contains(configuration.listenPort),
          "a secret prints as none": !"\(configuration)".contains("the-api-"),
        ])
      } catch let error as ConfigurationErrors {
        let told = error.all.map(\.description)
        return .refused(unless: [
          "something is told": !told.isEmpty && told.allSatisfy { !$0.isEmpty },
          "no secret is told": !told.contains { $0.contains("the-api-") || $0.contains("a-token-key") },
        ])
      }
    }
  }

  @Test("addresses to listen at are read and written as they were")
  func listening() {
    Campaign.run(["127.0.0.1:0", "[::1]:9000", "localhost:80", ":80", "host:+80", "::1:80", "[]:1", "h:65536"]) {
      input in
      guard let address = ListenAddress(text(input)) else { return .refused }
      let host = address.host.contains(":") ? "[\(address.host)]" : address.host
      let port = text(input).utf8.split(separator: 58).last.map { Array($0) } ?? []
      return .holds([
        "the port is digits": !port.isEmpty && port.allSatisfy { (48...57).contains($0) },
        "in range": (0...65_535).contains(address.port),
        "there is a host": !address.host.isEmpty,
        "written and read it is the same": ListenAddress("\(host):\(address.port)") == address,
      ])
    }
  }

  @Test("base URLs have the host that everybody reads in them")
  func urls() {
    let corpus = [
      "https://video.example/v1", "http://[::1]:8080", "http://localhost:*", "https://user@host",
      "https://a.example\\@b.example",
      "HTTPS://A.EXAMPLE:443/x?y#z", "ftp://x", "http://:80", "http://h:65536",
    ]
    Campaign.run(corpus, share: 2) { input in
      guard let url = AbsoluteURL(text(input)) else { return .refused }
      let host = url.host.contains(":") ? "[\(url.host)]" : url.host
      let written = (url.isSecure ? "https://" : "http://") + host + (url.port.map { ":" + $0 } ?? "") + url.rest
      let again = AbsoluteURL(written)
      return .holds([
        "written it is the same text": same(written.lowercased(), text(input).lowercased()),
        "and read the same host": same(again?.host, url.host) && again?.port == url.port
          && again?.isSecure == url.isSecure,
        "the host is a name": url.host.utf8.allSatisfy { $0 != 64 && $0 != 47 && $0 != 92 && $0 != 63 && $0 != 35 },
      ])
    }
  }

  @Test("durations are a number of their unit, not below zero")
  func durations() {
    Campaign.run(["250ms", "5s", "2m", "1h", "0s", "1000000h", "1000001s", "-1s", "5", "5 s", "٣s"], share: 2) {
      input in
      guard let duration = DurationText.parse(text(input)) else { return .refused }
      let isPlain = text(input).wholeMatch(of: /[0-9]+(ms|s|m|h|d)/) != nil
      return .holds([
        "digits and a unit": isPlain && input.allSatisfy { $0 < 128 }, "not below zero": duration >= .zero,
      ])
    }
  }
}
