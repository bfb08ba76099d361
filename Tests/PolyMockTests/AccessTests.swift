import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import PolyMock

@Suite("Access tokens and sessions of messaging")
struct AccessTests {
  @Test("a token is a JWT of a user nobody has seen, good for a day; the request's id comes back")
  func token() async throws {
    try await Bench.running { bench in
      var fields = bench.tokens
      fields["X-Polyai-Correlation-Id"] = "mine-1"
      let first = try await bench.send("POST", "/api/v1/access-token", [:], fields)
      #expect(first.status == 200)
      #expect(first["expires_in"] == 86_400)
      #expect(first["token_type"] == "Bearer")
      #expect(first.fields["X-PolyAI-Correlation-Id"] == "mine-1")
      let claims = JWT.unverifiedClaims(first["access_token"]?.stringValue ?? "")
      let now = bench.time.wallNanoseconds / 1_000_000_000
      #expect(claims?["exp"]?.integerValue == now + 86_400)
      let second = JWT.unverifiedClaims(try await bench.accessToken())
      #expect(claims?["sub"] != nil && claims?["sub"] != second?["sub"])
    }
  }

  @Test(
    "every refusal of a token has the vendor's own text",
    arguments: [
      ([:], "Missing authentication headers"), (["X-Token": "T"], "Missing authentication headers"),
      (["X-Host": "switchboard.example"], "Missing authentication headers"),
      (["X-Token": "wrong", "X-Host": "switchboard.example"], "Connector token does not exist"),
      (["X-Token": "T", "X-Host": "other.example"], "Failed to validate connector"),
      (["X-Token": "T", "X-Host": "notswitchboard.example"], "Failed to validate connector"),
      (["X-Token": "N", "X-Host": "switchboard.example"], "Connector missing host domain"),
    ] as [([String: String], String)])
  func refusedTokens(_ given: [String: String], _ text: String) async throws {
    let homeless = PolyMockConfiguration.Account(
      connectorToken: Secret("homeless"), webCallingToken: Secret("w2"), hostIdentifier: "", accountID: "ws-2")
    try await Bench.running(others: [homeless]) { bench in
      var fields: HTTPFields = [:]
      for (name, value) in given {
        fields[name] =
          value == "T" ? bench.mock.account.connectorToken.revealed : value == "N" ? "homeless" : value
      }
      let answer = try await bench.send("POST", "/api/v1/access-token", [:], fields)
      #expect(answer.refusal == "401 \(text)")
    }
  }

  @Test("subdomains of the registered host are let in, whatever the scheme, unless hosts must be the same")
  func hosts() async throws {
    try await Bench.running { bench in
      func status(_ host: String) async throws -> Int {
        var fields = bench.tokens
        fields["X-Host"] = host
        return try await bench.send("POST", "/api/v1/access-token", [:], fields).status
      }
      for host in [
        "switchboard.example", "https://switchboard.example/a", "app.switchboard.example", "SWITCHBOARD.example",
      ] {
        #expect(try await status(host) == 200, "\(host)")
      }
      try await bench.set(["host_match": "exact"])
      #expect(try await status("app.switchboard.example") == 401)
      #expect(try await status("switchboard.example") == 200)
    }
  }

  @Test("a session is made for the bearer of a token; its body may be left out")
  func session() async throws {
    try await Bench.running { bench in
      let bearer: HTTPFields = ["Authorization": "Bearer " + (try await bench.accessToken())]
      let bodies: [JSON?] = [
        nil, ["streaming_enabled": true, "platform": "ios", "device_type": "desktop"], ["platform": "custom"],
      ]
      for body in bodies {
        let made = try await bench.send("POST", "/api/v1/sessions", body, bearer)
        #expect(made.status == 200)
        #expect(made["session_id"]?.stringValue?.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
      }
    }
  }

  @Test("every refusal of a session has the vendor's own text")
  func refusedSessions() async throws {
    try await Bench.running { bench in
      let token = try await bench.accessToken()
      func refusal(_ authorization: String?, _ body: String? = "{}") async throws -> String {
        let fields: HTTPFields = authorization.map { ["Authorization": $0] } ?? [:]
        return try await bench.send("POST", "/api/v1/sessions", bytes: body.map { Array($0.utf8) }, fields).refusal
      }
      #expect(try await refusal(nil) == "400 Missing access token")
      #expect(try await refusal("Basic abc") == "401 Missing authentication headers")
      #expect(try await refusal("Bearer " + token + "x") == "401 Invalid access token")
      for body in ["{", "[]", #"{"platform":"windows"}"#, #"{"streaming_enabled":"yes"}"#, #"{"color":"red"}"#] {
        #expect(try await refusal("Bearer " + token, body) == "400 Error parsing request", "\(body)")
      }
      try await bench.advance(seconds: 86_400)
      #expect(try await refusal("Bearer " + token) == "401 Invalid access token")
    }
  }

  @Test("texts can stand under one member alone, and tokens come without their life")
  func switches() async throws {
    try await Bench.running { bench in
      try await bench.set(["error_members": "message", "names_token_life": false, "access_token_seconds": 60])
      let refused = try await bench.send("POST", "/api/v1/access-token", [:])
      #expect(refused["message"] == "Missing authentication headers")
      #expect(refused["error"] == nil)
      let made = try await bench.send("POST", "/api/v1/access-token", [:], bench.tokens)
      #expect(made.json.objectValue?.keys == ["access_token"])
      try await bench.set(["error_members": "error"])
      #expect(try await bench.send("POST", "/api/v1/access-token", [:])["message"] == nil)
    }
  }

  @Test("faults speak as the route they strike")
  func faults() async throws {
    try await Bench.running { bench in
      let route = "/api/v1/access-token"
      try await bench.fault(["operation": "CreateAccessToken"], ["kind": "http_status", "status": 500], times: 2)
      for _ in 0..<2 {
        #expect(try await bench.send("POST", route, [:], bench.tokens).refusal == "500 Failed to create access token")
      }
      #expect(try await bench.send("POST", route, [:], bench.tokens).status == 200)
      try await bench.fault(
        ["operation": "CreateAccessToken"], ["kind": "rate_limit", "retry_after": "seconds", "seconds": 3])
      let limited = try await bench.send("POST", route, [:], bench.tokens)
      #expect(limited.status == 429)
      #expect(limited.fields["Retry-After"] == "3")
      try await bench.fault(["operation": "CreateSession"], ["kind": "http_status", "status": 401])
      #expect(try await bench.send("POST", "/api/v1/sessions").refusal == "401 Invalid access token")
    }
  }
}
