import GatewayEngine
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import Testing

@Suite("On the way to the vendor", .serialized)
struct WayTests {
  /// Where the vendors end something.
  static let ends: [(VendorKind, String)] = [
    (.stream, "/mark_ended"), (.videosdk, "/sessions/end"), (.videosdk, "/rooms/deactivate"),
  ]

  // MARK: Silence

  @Test(
    "an end that the vendor does not answer is a time-out; others go on, and what happened is learnt",
    arguments: [(VendorKind.stream, "EndCall"), (.videosdk, "DeactivateRoom")])
  func unansweredEnd(_ vendor: VendorKind, _ operation: String) async throws {
    try await FaultBench.run(vendor) { bench in
      let (room, other) = (try await bench.room(), try await bench.room())
      try await bench.inject(["kind": "delay", "ms": 6_000], on: operation, times: 1)
      async let ending = bench.send("POST", "/v1/rooms/\(room)/end")
      #expect(await eventually { bench.strikes("delay") == 1 })
      let ended = await bench.send("POST", "/v1/rooms/\(other)/end")
      #expect(ended.status == 200)
      let reply = await ending
      #expect(reply.summary == "504 provider_timeout")
      #expect(reply["retryable"] == true)
      #expect(ended.took < reply.took)
      #expect(await bench.gateway.reconcile(room))
      let after = await bench.send("GET", "/v1/rooms/\(room)")
      #expect(after["state"] == "ended")
    }
  }

  @Test("an answer that stalls in its body ends in time", arguments: ends)
  func stalledBody(_ vendor: VendorKind, _ pathEnd: String) async throws {
    try await FrontVendor.run(vendor, pathEnd: pathEnd) {
      HTTPResponse(status: 200, body: .stream(StallingBody()))
    } _: { bench in
      let room = try await bench.room()
      let reply = await bench.send("POST", "/v1/rooms/\(room)/end")
      #expect(reply.summary == "504 provider_timeout")
      #expect(reply.reason == "the answer stalled")
      #expect(reply.took < .seconds(10))
    }
  }

  // MARK: Redirects

  static let redirects = [301, 302, 303, 307, 308]

  @Test("a redirect is not followed: nobody else gets the credentials", arguments: redirects, ends)
  func redirect(_ status: Int, _ end: (vendor: VendorKind, path: String)) async throws {
    let elsewhere = try await end.vendor.start()
    let path = end.vendor == .stream ? "/api/v2/video/call/default/x/mark_ended" : "/v2" + end.path
    let target = elsewhere.url + path + "?api_key=" + elsewhere.apiKey
    try await FrontVendor.run(end.vendor, pathEnd: end.path) {
      HTTPResponse(status: status, fields: ["Location": target])
    } _: { bench in
      let room = try await bench.room()
      let reply = await bench.send("POST", "/v1/rooms/\(room)/end")
      #expect(reply.summary == "502 provider_bad_response")
      let state = await bench.send("GET", "/v1/rooms/\(room)")
      #expect(state["state"] != "ended")
    }
    #expect(elsewhere.engine.journal.page(.init()).items.isEmpty)
    await elsewhere.server.stop()
  }

  // MARK: Names and addresses

  @Test(
    "a name with two families works whichever the vendor listens on", arguments: ["127.0.0.1", "::1"],
    VendorKind.allCases)
  func families(_ address: String, _ kind: VendorKind) async throws {
    let vendor = try await kind.start(address: address)
    for host in ["localhost", address == "::1" ? "[::1]" : "127.0.0.1"] {
      try await FaultBench.run(kind, { _ in [.init(url: "http://\(host):\(vendor.server.port)")] }) { bench in
        let reply = await bench.send("POST", "/v1/rooms", FaultBench.createBody)
        #expect(reply.status == 201, "\(host): \(reply.summary) \(reply.reason)")
        // Several requests are in it; a family that is tried in vain for long would cost more.
        #expect(reply.took < .milliseconds(1_500))
      }
    }
    await vendor.server.stop()
  }

  struct Outage: Sendable {
    let url: @Sendable (any FaultVendor) -> String
    let reason: String
  }

  static let outages = [
    Outage(url: { _ in "http://no-such-host.invalid" }, reason: "the host name does not resolve"),
    Outage(url: { _ in "http://127.0.0.1:1" }, reason: "no connection: refused or unreachable"),
    // The vendor's port speaks no TLS, which is as good as a certificate nobody vouches for.
    Outage(
      url: { "https://127.0.0.1:\($0.server.port)" }, reason: "the TLS certificate or handshake is not acceptable"),
  ]

  @Test(
    "each outage has its own words; the room is surely not there, and other vendors go on", arguments: outages.indices,
    VendorKind.allCases)
  func outage(_ index: Int, _ kind: VendorKind) async throws {
    let outage = Self.outages[index]
    try await FaultBench.run(
      kind,
      { vendor in [.init(name: "broken", url: outage.url(vendor)), .init(name: "sound", url: vendor.url)] }
    ) { bench in
      guard case .object(var body) = FaultBench.createBody else { return }
      body["provider"] = "broken"
      let reply = await bench.send("POST", "/v1/rooms", .object(body))
      #expect(reply.summary == "503 provider_unavailable")
      #expect(reply.fields["Retry-After"] != nil)
      #expect(reply.reason == outage.reason)
      body["provider"] = "sound"
      let other = await bench.send("POST", "/v1/rooms", .object(body))
      #expect(other.status == 201)
      let broken = await bench.send("GET", "/v1/providers/broken")
      #expect(broken["health", "state"] == "degraded")
      #expect(broken["health", "last_error"] == "provider_unavailable")
      let sound = await bench.send("GET", "/v1/providers/sound")
      #expect(sound["health", "state"] == "ok")
      let rooms = await bench.send("GET", "/v1/rooms")
      #expect(rooms.items.count == 1)
    }
  }
}
