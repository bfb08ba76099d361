import Cryptography
import Testing

@testable import PolyAdapter

@Suite("Where the service is, and what is refused before it is asked")
struct HostsTests {
  private func account(
    token: String = "connector", web: String = "web", host: String = "app.example.com",
    _ environment: PolyEnvironment = .us, signalingHost: String? = nil, dialect: PolyDialect = .gateway,
    allowInsecure: Bool = false
  ) throws -> PolyAccount {
    try PolyAccount(
      connectorToken: Secret(token), webCallingToken: Secret(web), hostIdentifier: host, environment: environment,
      signalingHost: signalingHost, dialect: dialect, allowInsecure: allowInsecure)
  }

  private func refusal(_ body: () throws -> PolyAccount) -> String? {
    do { _ = try body() } catch let error as PolyError {
      if case .invalidConfiguration(let text) = error { return text }
    } catch {}
    return nil
  }

  private static let custom = PolyEnvironment.custom(
    restBaseURL: "https://rest.example.com/api/v1/", wsBaseURL: "wss://ws.example.com/ws?tenant=1")

  @Test(
    "each environment has its messaging and its voice hosts, per dialect",
    arguments: [
      (PolyEnvironment.us, "us-1", "us-1.platform.polyai.app", "us-1.platform.polyai.app"),
      (.uk, "uk-1", "uk-1.platform.polyai.app", "uk-1.platform.polyai.app"),
      (.euw, "euw-1", "euw-1.platform.polyai.app", "euw-1.platform.polyai.app"),
      (.cluster("dev"), "dev", "dev.polyai.app", "dev.polyai.app"),
      (.cluster("plg-us-1-prod"), "plg-us-1-prod", "plg-us-1-prod.platform.polyai.app", "plg-us-1-prod.polyai.app"),
      (.cluster("x9"), "x9", "x9.platform.polyai.app", "x9.platform.polyai.app"),
    ])
  func environments(_ environment: PolyEnvironment, _ cluster: String, _ gateway: String, _ bridge: String) throws {
    let hosts = try account(environment).hosts
    #expect(hosts.restBase == "https://messaging.\(cluster).poly.ai/api/v1")
    #expect(hosts.messagingSocket == "wss://messaging.\(cluster).poly.ai/ws")
    #expect(hosts.voice("/p") == "https://webrtc-gateway.\(gateway)/p")
    #expect(hosts.voiceSocket("/p") == "wss://webrtc-gateway.\(gateway)/p")
    #expect(try account(environment, dialect: .bridge).hosts.voiceHost == "webrtc-bridge.\(bridge)")
  }

  @Test("a host of one's own replaces the environment's, with its port, for both kinds of address")
  func ownHost() throws {
    let hosts = try account(.uk, signalingHost: " voice.example.com:8443 ").hosts
    #expect(hosts.voice("/a") == "https://voice.example.com:8443/a")
    #expect(hosts.voiceSocket("/a") == "wss://voice.example.com:8443/a")
    #expect(hosts.restBase == "https://messaging.uk-1.poly.ai/api/v1")
    #expect(try account(signalingHost: "[::1]:9").hosts.voiceSocket("/a") == "wss://[::1]:9/a")
    let custom = try account(Self.custom, signalingHost: "v.example.com").hosts
    #expect(custom.restBase == "https://rest.example.com/api/v1")
    #expect(custom.messagingSocket == "wss://ws.example.com/ws?tenant=1")
  }

  @Test("a blank token is refused by its name, and so is one that is only white space", arguments: ["", " ", "\n\t "])
  func blankTokens(_ blank: String) {
    #expect(refusal { try account(token: blank) } == "apiKey is blank")
    #expect(refusal { try account(web: blank) } == "webrtcToken is blank")
    #expect(refusal { try account(host: blank) } == "hostIdentifier is blank")
  }

  @Test("spaces around a token are dropped; what would break a header is refused, unsaid")
  func tokens() throws {
    #expect(try account(token: " connector\n").connectorToken.revealed == "connector")
    let text = refusal { try account(token: "con\r\nX-Evil: 1") }
    #expect(text == "apiKey has characters that no token has")
    #expect(try account(token: "same", web: "same").webCallingToken.revealed == "same")
  }

  @Test("a custom environment needs a signalling host")
  func customWithoutHost() {
    #expect(refusal { try account(Self.custom) }?.contains("signalingHost") == true)
  }

  @Test(
    "a signalling host is a host",
    arguments: [
      "https://voice.example.com", "voice.example.com/path", "voice example.com", "", "a:b", "user@host", "host:*",
      "h?q",
    ])
  func badHost(_ host: String) {
    #expect(refusal { try account(signalingHost: host) }?.contains("signalingHost") == true)
  }

  @Test("a cluster's name is a name", arguments: ["", "-x", "Dev", "a.b", "a/b", "é"])
  func badCluster(_ name: String) {
    #expect(refusal { try account(.cluster(name)) }?.contains("environment") == true)
  }

  @Test("tokens go in the clear only where that is asked for")
  func insecure() throws {
    let plain = PolyEnvironment.custom(restBaseURL: "http://127.0.0.1:9/api/v1", wsBaseURL: "ws://127.0.0.1:9/ws")
    #expect(refusal { try account(plain, signalingHost: "127.0.0.1:9") }?.contains("restBaseURL") == true)
    let half = PolyEnvironment.custom(restBaseURL: "https://a.example.com", wsBaseURL: "ws://a.example.com/ws")
    #expect(refusal { try account(half, signalingHost: "127.0.0.1:9") }?.contains("wsBaseURL") == true)
    let hosts = try account(plain, signalingHost: "127.0.0.1:9", allowInsecure: true).hosts
    #expect(hosts.voiceSocket("/a") == "ws://127.0.0.1:9/a" && hosts.voice("/a") == "http://127.0.0.1:9/a")
  }

  @Test(
    "addresses of a custom environment are addresses",
    arguments: [
      ("ftp://a.example.com", "wss://a.example.com/ws"), ("https://a.example.com/x?y", "wss://a.example.com/ws"),
      ("https://a.example.com", "https://a.example.com/ws"), ("https://a.example.com", "wss://a.example.com/ws#x"),
      ("https://a.example.com", "wss:"), ("", ""),
    ])
  func badAddresses(_ rest: String, _ socket: String) {
    let environment = PolyEnvironment.custom(restBaseURL: rest, wsBaseURL: socket)
    #expect(refusal { try account(environment, signalingHost: "v.example.com") } != nil)
  }
}
