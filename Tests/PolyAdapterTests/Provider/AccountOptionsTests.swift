import AdapterKit
import Cryptography
import MeetingCore
import MockKit
import Testing

@testable import PolyAdapter
@testable import PolyMock

/// An account as it is configured, and what can be said of it without a call.
@Suite("Poly's account")
struct AccountOptionsTests {
  private static let credentials = [
    "connector_token": Secret("connector-0123456789abcdef"), "web_calling_token": Secret("calling-0123456789abcdef"),
    "host_identifier": Secret("app.example"),
  ]

  private func account(
    _ changes: [String: String] = [:], base: String? = nil, _ options: [String: String] = [:]
  ) throws(OptionProblem) -> PolyAccount {
    let credentials = Self.credentials.merging(changes.mapValues(Secret.init)) { $1 }
    return try PolyAccount(credentials: credentials, baseURL: base, options: options)
  }

  @Test("what is wrong is told by its name in the configuration, without its value")
  func refused() throws {
    let wrong: [(credentials: [String: String], base: String?, options: [String: String], name: String)] = [
      (["connector_token": " "], nil, [:], "connector_token"),
      (["web_calling_token": ""], nil, [:], "web_calling_token"),
      (["web_calling_token": "two words"], nil, [:], "web_calling_token"),
      (["host_identifier": "\n"], nil, [:], "host_identifier"),
      ([:], nil, ["environment": "Not A Cluster"], "environment"),
      ([:], nil, ["signaling_host": "https://voice.example/path"], "signaling_host"),
      ([:], nil, ["dialect": "whip"], "dialect"), ([:], nil, ["mode": "loud"], "mode"),
      ([:], "http://voice.example", [:], "base_url"), ([:], "https://voice.example/api", [:], "base_url"),
      (["api_key": "key-0123456789"], nil, [:], "account_id"),
      (["api_key": "key-0123456789", "account_id": "a"], nil, [:], "project_id"),
      (["api_key": "k\u{7}ey", "account_id": "a", "project_id": "p"], nil, [:], "api_key"),
      (
        ["api_key": "key-0123456789", "account_id": "a", "project_id": "p"], nil, ["environment": "dev"],
        "environment"
      ),
    ]
    for row in wrong {
      do throws(OptionProblem) {
        _ = try account(row.credentials, base: row.base, row.options)
        Issue.record("\(row.name) was taken")
      } catch {
        #expect(error.option == row.name, "\(error)")
        #expect(!error.description.contains("0123456789"))
      }
    }
  }

  @Test("where the services of an environment are, and that one address stands for all of them")
  func hosts() throws {
    #expect(try account().hosts.voiceHost == "webrtc-gateway.us-1.platform.polyai.app")
    #expect(
      try account([:], ["environment": "euw", "dialect": "bridge"]).hosts.voiceHost.hasPrefix("webrtc-bridge.euw-1"))
    let mock = try account(base: "http://127.0.0.1:4010/")
    #expect(
      mock.hosts.restBase == "http://127.0.0.1:4010/api/v1" && mock.hosts.messagingSocket == "ws://127.0.0.1:4010/ws")
    #expect(mock.hosts.voiceHost == "127.0.0.1:4010" && !mock.hosts.isSecure)
    let keys = ["api_key": "key", "account_id": "ws-1", "project_id": "P-1"]
    let server = try #require(try account(keys, ["environment": "euw"]).server)
    #expect(server.listBase == "https://api.euw-1.platform.polyai.app" && server.itemBase == "https://api.eu.poly.ai")
    #expect(!"\(server)".contains("ws-1"))
  }

  @Test("only voice calls are offered, and making a room asks nobody", arguments: PolyDialect.allCases)
  func rooms(_ dialect: PolyDialect) async throws {
    try await ProviderBench.running(dialect) { bench in
      #expect(bench.provider.offering(for: .audioRoom) == nil && bench.provider.offering(for: .meeting) == nil)
      let offering = try #require(bench.provider.offering(for: .voiceCall))
      #expect(Set(offering.cells.keys) == [.whip] && !offering.hasRoomsAtVendor)
      let spec = RoomSpec(
        key: "room_1", kind: .voiceCall, host: Person(externalID: "nadia"), settings: RoomSettings(backstage: false))
      let context = CallContext(deadline: .now + .seconds(5))
      let made = try await bench.provider.createRoom(spec, context)
      #expect(try await bench.provider.findRoom(key: "room_1", kind: .voiceCall, context) == made.room)
      #expect(try await bench.provider.endRoom(made.room, context) == .applied([]))
      let late = CallContext(deadline: .now - .seconds(1))
      do throws(ProviderFailure) {
        _ = try await bench.provider.createRoom(spec, late)
        Issue.record("a room was made after its time")
      } catch { #expect(error == ProviderFailure(.timeout, executed: .no, operation: "rooms.create")) }
      #expect(bench.mock.engine.journal.page(JournalFilter()).items.isEmpty)
    }
  }

  @Test("a check says which token is refused, and that calls prove the rest")
  func inspected() async throws {
    let context = CallContext(deadline: .now + .seconds(5))
    let situation = AccountSituation(hookURL: nil)
    try await ProviderBench.running(.gateway) { bench in
      let findings = try await bench.provider.inspect(situation, context)
      #expect(findings.map(\.subject) == [.credentials, .rooms, .deliveries, .limits])
      #expect(findings.map(\.state) == [.good, .unknown, .good, .unknown])
    }
    try await ProviderBench.running(.bridge) { bench in
      let findings = try await bench.provider.inspect(situation, context)
      #expect(findings.map(\.state) == [.good, .unknown, .good, .unknown])
    }
    for (name, subject) in [("connector_token", AccountFinding.Subject.credentials), ("web_calling_token", .rooms)] {
      try await ProviderBench.running(.gateway, credentials: [name: Secret("a-token-that-nobody-knows")]) { bench in
        let findings = try await bench.provider.inspect(situation, context)
        #expect(findings.filter { $0.state == .broken }.map(\.subject) == [subject])
        #expect(!"\(findings)".contains("a-token-that-nobody-knows"))
      }
    }
  }
}
