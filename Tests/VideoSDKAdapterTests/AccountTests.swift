import AdapterKit
import Cryptography
import MeetingCore
import Testing

@testable import VideoSDKAdapter

@Suite struct AccountTests {
  private static func make(_ options: [String: String], base: String? = nil) throws(OptionProblem) -> VideoSDKAccount {
    try VideoSDKAccount(apiKey: "k", secret: Secret("s"), baseURL: base, options: options)
  }

  @Test func withoutOptionsItIsTheServicesOwn() throws {
    let account = try Self.make([:])
    #expect(account.baseURL == "https://api.videosdk.live" && account.signallingURL == account.baseURL)
    #expect(account.seat.mode == .signallingOnly && account.hookURL == nil && account.pinnedKey == nil)
    #expect(account.signallingHost == nil)
  }

  @Test func everyOptionIsTaken() throws {
    let pem = RSASigningKey().publicKeyPEM
    let account = try Self.make(
      [
        "hook_url": "https://g.example/v1/hooks/videosdk-main", "hook_public_key": pem, "seat": "recv_only",
        "signaling_base_url": "https://signal.example:8443/", "topics": "polls, CHAT ,quiz",
      ], base: "http://127.0.0.1:9/")
    #expect(account.baseURL == "http://127.0.0.1:9")
    #expect(account.hookURL == "https://g.example/v1/hooks/videosdk-main" && account.pinnedKey == pem)
    #expect(account.seat.mode == .receiveOnly)
    #expect(account.signallingURL == "https://signal.example:8443" && account.signallingHost == "signal.example:8443")
    #expect(account.topics == ["polls", "quiz"])
    #expect(
      Set(VideoSDKProvider.description.options.keys) == [
        "hook_url", "hook_public_key", "seat", "signaling_base_url", "topics",
      ])
  }

  @Test(arguments: [
    ("hook_url", "http://g.example/hook"), ("hook_url", "g.example"), ("hook_url", ""),
    ("hook_url", "https://g.example/" + String(repeating: "a", count: 512)), ("hook_public_key", "no key"),
    ("seat", "maybe"), ("signaling_base_url", "wss://x"), ("signaling_base_url", "https://x/path"), ("topics", "a,,b"),
    ("topics", ""), ("topics", String(repeating: "a", count: 129)),
  ])
  func whatIsNotAsItMustBeIsNamed(_ option: String, _ value: String) {
    #expect { try Self.make([option: value]) } throws: { ($0 as? OptionProblem)?.option == option }
  }

  @Test func keysMustNotBeEmpty() {
    #expect(throws: OptionProblem("api_key", "must not be empty")) {
      try VideoSDKAccount(apiKey: "", secret: Secret("s"), options: [:])
    }
    #expect(throws: OptionProblem("secret", "must not be empty")) {
      try VideoSDKAccount(apiKey: "k", secret: Secret(""), options: [:])
    }
  }

  @Test func aHookOnTheLoopbackMayBePlain() throws {
    for url in ["http://127.0.0.1:8080/v1/hooks/v", "http://localhost/x", "http://[::1]:1/x"] {
      #expect(try Self.make(["hook_url": url]).hookURL == url)
    }
  }

  @Test func theGatewaysOwnAddressIsTakenWhereTheServicePostsThere() throws {
    func hook(_ url: String, _ options: [String: String] = [:]) throws -> String? {
      try VideoSDKAccount(apiKey: "k", secret: Secret("s"), options: options, hookURL: url).hookURL
    }
    #expect(try hook("https://g.example/v1/hooks/v") == "https://g.example/v1/hooks/v")
    #expect(try hook("http://g.example/v1/hooks/v") == nil, "the service posts to https addresses")
    #expect(try hook("https://g.example/x", ["hook_url": "https://other.example/y"]) == "https://other.example/y")
  }

  @Test func noSecretIsShown() throws {
    let account = try VideoSDKAccount(apiKey: "k", secret: Secret("hidden-secret"), options: [:])
    #expect(
      !String(describing: account).contains("hidden-secret") && !String(reflecting: account).contains("hidden-secret"))
  }
}
