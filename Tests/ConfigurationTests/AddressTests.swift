import Configuration
import Testing

@Suite("Addresses in a configuration")
struct AddressTests {
  static let vendors = [
    "https://api.kindly.example", "https://API.Kindly.Example/v2/", "https://api.kindly.example:443",
  ]

  @Test("an account may talk to the vendor's own host", arguments: vendors)
  func acceptsVendor(url: String) throws {
    #expect(try Reading.load(Reading.text(account: "base_url: \"\(url)\"")).providers[0].baseURL == url)
  }

  static let elsewhere = [
    "https://evil.example", "https://api.kindly.example.evil.example", "https://evil.example/api.kindly.example",
    "http://127.0.0.1:9000", "https://kindly.example",
  ]

  @Test("elsewhere only a mock may be", arguments: elsewhere)
  func refusesElsewhere(url: String) throws {
    let problems = Reading.problems(Reading.text(account: "base_url: \"\(url)\""))
    #expect(problems.contains { $0.contains("mark the provider with mock: true") })
    #expect(try Reading.load(Reading.text(account: "base_url: \"\(url)\"\n    mock: true")).providers[0].isMock)
  }

  static let disguised = [
    "https://api.kindly.example@evil.example", "https://api.kindly.example:x@evil.example/", "https://:80", "https://:",
    "https://", "https:///x", "https://api.kindly.example\\\\@evil.example", "https://api.kindly.example#@evil.example",
    "https://api.kindly.example?x=1", "ftp://api.kindly.example", "api.kindly.example", "//api.kindly.example",
    "https://api.kindly.example:99999", "https://api.kindly.example:", "https://api.kindly.example:*", "https://a b",
    "https://[::1", "https://[localhost]", "https://[1]", "https://é.example", "https://a%2fb.example",
    "javascript://api.kindly.example",
  ]

  @Test("an address that readers could take apart differently is refused", arguments: disguised)
  func refusesDisguised(url: String) {
    for account in ["base_url: \"\(url)\"", "mock: true\n    base_url: \"\(url)\""] {
      let problems = Reading.problems(Reading.text(account: account))
      #expect(problems.count == 1)
      #expect(problems.first?.contains("base_url (line") == true)
    }
    let served = Reading.problems(Reading.text(rest: "server: {public_url: \"\(url)\"}"))
    #expect(served.contains { $0.hasPrefix("server.public_url (line 7, column 22)") })
  }

  @Test("credentials do not go to the vendor in the clear")
  func refusesPlainText() {
    let problems = Reading.problems(Reading.text(account: "base_url: http://api.kindly.example"))
    #expect(problems.contains { $0.contains("must be https") })
  }

  static let origins: [(origin: String, isGood: Bool)] = [
    ("https://app.example", true), ("http://localhost:*", true), ("http://127.0.0.1:8080", true),
    ("http://[::1]:3000", true), ("https://app.example/", false), ("https://app.example/x", false), ("*", false),
    ("app.example", false), ("null", false), ("https://app.example?x", false), ("https://u@app.example", false),
  ]

  @Test("an origin has scheme and host, and nothing behind", arguments: origins)
  func judgesOrigin(origin: String, isGood: Bool) {
    let problems = Reading.problems(Reading.text(rest: "tenants: [{name: a, origins: [\"\(origin)\"]}]"))
    #expect(problems.isEmpty == isGood, "\(problems)")
  }

  static let listens: [(text: String, host: String?, port: Int?)] = [
    ("127.0.0.1:8080", "127.0.0.1", 8_080), ("[::1]:0", "::1", 0), ("localhost:65535", "localhost", 65_535),
    ("127.0.0.1", nil, nil), (":8080", nil, nil), ("::1:80", nil, nil), ("host:65536", nil, nil), ("host:-1", nil, nil),
    ("host:x", nil, nil), ("", nil, nil), ("host:+80", nil, nil), ("[host]:80", nil, nil), ("a b:80", nil, nil),
  ]

  @Test("an address to listen on has host and port", arguments: listens)
  func judgesListen(text: String, host: String?, port: Int?) {
    #expect(ListenAddress(text)?.host == host)
    #expect(ListenAddress(text)?.port == port)
  }
}
