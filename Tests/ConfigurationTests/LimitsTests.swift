import HTTPTypes
import Testing

@testable import Configuration

@Suite("Limits in a configuration")
struct LimitsTests {
  @Test("there are limits without a word about them, and a minute's requests may come at once")
  func defaults() throws {
    let limits = try Reading.load(Reading.text()).limits
    #expect(limits.perKey == .init(perMinute: 6_000, burst: 6_000))
    #expect(limits.perClientToken == .init(perMinute: 600, burst: 600))
    #expect(limits.perAddress == .init(perMinute: 12_000, burst: 12_000))
    #expect(limits.hooksPerAddress == .init(perMinute: 60_000, burst: 5_000))
    #expect(limits.streamsPerKey == 5_000)
    #expect(limits.streamsPerClientToken == 20)
    #expect(limits.streamsPerAddress == 5_000)
  }

  @Test("each can be set, and 0 takes it away")
  func set() throws {
    let limits = try Reading.load(
      Reading.text(
        rest: """
          limits:
            requests_per_minute_per_key: 90
            requests_at_once_per_key: 5
            requests_per_minute_per_address: 0
            hooks_per_minute_per_address: 0
            streams_per_key: 0
            streams_per_client_token: 3
          """), ["SWITCHBOARD_LIMITS__REQUESTS_PER_MINUTE_PER_CLIENT_TOKEN": "7"]
    ).limits
    #expect(limits.perKey == .init(perMinute: 90, burst: 5))
    #expect(limits.perClientToken == .init(perMinute: 7, burst: 7))
    #expect(limits.perAddress == nil)
    #expect(limits.hooksPerAddress == nil)
    #expect(limits.streamsPerKey == nil)
    #expect(limits.streamsPerClientToken == 3)
  }

  @Test("all can be taken away at once, but for those that memory needs")
  func off() throws {
    let limits = try Reading.load(
      Reading.text(rest: "limits: {enabled: false, requests_per_minute_per_key: 5, maximum_connections: 99}")
    ).limits
    #expect(limits.perKey == nil && limits.perAddress == nil && limits.perClientToken == nil)
    #expect(limits.hooksPerAddress == nil && limits.streamsPerKey == nil && limits.streamsPerAddress == nil)
    #expect(limits.streamsPerClientToken == nil)
    #expect(limits.maximumConnections == 99)
  }

  @Test(
    "what makes no sense is refused with its place",
    arguments: [
      "requests_per_minute_per_key: -1", "requests_per_minute_per_key: many", "requests_per_minute_per_address: 1.5",
      "requests_at_once_per_address: 99999999", "hooks_at_once_per_address: -5", "streams_per_address: 100001",
    ])
  func refused(_ line: String) {
    let problems = Reading.problems(Reading.text(rest: "limits: {\(line)}"))
    let name = line.prefix { $0 != ":" }
    #expect(problems.contains { $0.hasPrefix("limits.\(name) (line 7") && $0.contains("must be a whole number") })
  }

  @Test("what is kept is kept for days, unless said otherwise")
  func retention() throws {
    let usual = try Reading.load(Reading.text()).retention
    #expect(usual.events == .seconds(30 * 86_400))
    #expect(usual.deliveries == .seconds(7 * 86_400))
    #expect(usual.interval == .seconds(60))
    let own = try Reading.load(Reading.text(rest: "retention: {events: 0s, deliveries: 2h, interval: 5s}")).retention
    #expect(own == .init(events: .zero, deliveries: .seconds(7_200), interval: .seconds(5)))
    let problems = Reading.problems(Reading.text(rest: "retention: {events: 1s, deliveries: 0s, interval: 0s}"))
    #expect(problems.count == 3)
  }

  @Test("so many seats in rooms, for so long")
  func seats() throws {
    #expect(try Reading.load(Reading.text()).seats == .init(perAccount: 500, linger: .seconds(10)))
    let own = try Reading.load(Reading.text(rest: "seats: {per_account: 0, linger: 0s}")).seats
    #expect(own == .init(perAccount: 0, linger: .zero))
    let problems = Reading.problems(Reading.text(rest: "seats: {per_account: -1, linger: 2h}"))
    #expect(problems.count == 2)
  }

  @Test("proxies are addresses and networks")
  func proxies() throws {
    let trusted = try Reading.load(
      Reading.text(rest: "server: {trusted_proxies: [10.0.0.7, \"2001:db8::/32\"]}")
    ).trustedProxies
    #expect(trusted == [NetworkRange("10.0.0.7"), NetworkRange("2001:db8::/32")])
    let variable = ["SWITCHBOARD_SERVER__TRUSTED_PROXIES": "10.0.0.0/8,::1"]
    #expect(try Reading.load(Reading.text(), variable).trustedProxies.count == 2)
  }

  @Test("a proxy that is no address is refused", arguments: ["proxy.internal", "10.0.0.0/33", "*", "10.0.0.1:80"])
  func badProxies(_ text: String) {
    let problems = Reading.problems(Reading.text(rest: "server: {trusted_proxies: [\"\(text)\"]}"))
    #expect(problems.contains { $0.hasPrefix("server.trusted_proxies[0] (line 7") })
  }
}
