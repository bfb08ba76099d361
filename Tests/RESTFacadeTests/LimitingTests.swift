import Clocks
import Cryptography
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Metrics
import ProviderTesting
import Testing

@testable import RESTFacade

@Suite("Limited callers")
struct LimitingTests {
  private static let few = RateLimit(60, burst: 3)

  private static func harness(_ limits: RateLimitOptions) async throws -> (Harness, ManualTime) {
    let time = ManualTime()
    return (try await Harness(time: time, limits: limits), time)
  }

  @Test("each answer tells what is left, and the last one how long to wait")
  func countdown() async throws {
    let (harness, time) = try await Self.harness(RateLimitOptions(perKey: Self.few))
    for left in [2, 1, 0] {
      let reply = await harness.send("GET", "/v1/rooms")
      #expect(reply.status == 200)
      #expect(reply.fields["RateLimit"] == "\"key\";r=\(left);t=1")
      #expect(reply.fields["RateLimit-Policy"] == "\"key\";q=3;w=3")
    }
    let refused = await harness.send("GET", "/v1/rooms")
    #expect(refused.status == 429)
    #expect(refused.code == "rate_limited")
    #expect(refused.json["retryable"] == true)
    #expect(refused.fields["RateLimit"] == "\"key\";r=0;t=1")
    #expect(refused.fields["RateLimit-Policy"] == "\"key\";q=3;w=3")
    let wait = try #require(refused.fields["Retry-After"].flatMap { Int($0) })
    #expect(await harness.send("GET", "/v1/rooms", key: harness.reader).status == 200)
    await time.advance(by: .seconds(wait) - .nanoseconds(1))
    #expect(await harness.send("GET", "/v1/rooms").status == 429)
    await time.advance(by: .nanoseconds(1))
    #expect(await harness.send("GET", "/v1/rooms").status == 200)
    #expect(harness.metrics.value("switchboard_rate_limited_total", ["policy": "key"]) == 2)
  }

  @Test("a window that ends in 1.2 s is waited for 2 s, and then there is an answer")
  func fractions() async throws {
    let (harness, time) = try await Self.harness(
      RateLimitOptions(perKey: RateLimit(1, per: .milliseconds(1_200))))
    #expect(await harness.send("GET", "/v1/rooms").status == 200)
    #expect(await harness.send("GET", "/v1/rooms").fields["Retry-After"] == "2")
    await time.advance(by: .seconds(2))
    #expect(await harness.send("GET", "/v1/rooms").status == 200)
  }

  @Test("a request with a body counts once and is looked up once")
  func bodiesCountOnce() async throws {
    let (harness, _) = try await Self.harness(RateLimitOptions(perKey: Self.few, perAddress: RateLimit(60, burst: 90)))
    let before = harness.store.readCount
    let first = await harness.send("POST", "/v1/rooms/room_0/lock", [:])
    #expect(first.fields["RateLimit"] == "\"key\";r=2;t=1")
    let looked = harness.store.readCount - before
    let second = await harness.send("POST", "/v1/rooms/room_0/lock")
    #expect(second.fields["RateLimit"] == "\"key\";r=1;t=1")
    // The key is known by now: one look-up fewer, not two.
    #expect(harness.store.readCount - before == 2 * looked - 1)
    let open = await harness.send("OPTIONS", "/v1/rooms", [:], key: .some(nil))
    #expect(open.fields["RateLimit"] == "\"address\";r=87;t=1")
  }

  @Test("a refusal comes before the body, and costs nothing at the vendor and in the store")
  func beforeTheBody() async throws {
    let (harness, time) = try await Self.harness(RateLimitOptions(perKey: Self.few))
    for _ in 0..<3 { _ = await harness.send("GET", "/v1/rooms") }
    let reads = harness.store.readCount
    var request = Harness.request(
      "POST", "/v1/rooms", Array("{\"kind\":\"meeting\"}".utf8),
      [
        "Authorization": "Bearer " + harness.manager, "Content-Type": "application/json", "Idempotency-Key": "once",
      ])
    guard case .answer(let answer) = await harness.facade.admit(request.head) else {
      Issue.record("the body was asked for")
      return
    }
    #expect(answer.status == 429)
    #expect(harness.store.readCount == reads)
    #expect(harness.provider.calls.isEmpty)
    await time.advance(by: .seconds(1))
    request.head.peer = "192.0.2.1"
    let retried = await harness.send(request)
    #expect(retried.status == 201)
    #expect(retried.fields["Idempotent-Replayed"] == nil)
    await time.advance(by: .seconds(1))
    let again = await harness.send(request)
    #expect(again.fields["Idempotent-Replayed"] == "true")
    #expect(again.fields["RateLimit"] == "\"key\";r=0;t=1")
  }

  @Test("a flood of bad keys from one address never reaches the store")
  func badKeys() async throws {
    let (harness, _) = try await Self.harness(RateLimitOptions(perAddress: RateLimit(60, burst: 10)))
    let reads = harness.store.readCount
    for guess in 0..<500 { _ = await harness.send("GET", "/v1/rooms", key: "sb_guess\(guess)") }
    #expect(harness.store.readCount - reads == 10)
    #expect(harness.metrics.value("switchboard_rate_limited_total", ["policy": "address"]) == 490)
  }

  @Test("an address that asks too much learns nothing about a key")
  func noOracle() async throws {
    let (harness, _) = try await Self.harness(RateLimitOptions(perAddress: Self.few))
    for _ in 0..<3 { _ = await harness.send("GET", "/v1/rooms", key: .some(nil)) }
    var answers: [Reply] = []
    for key in [harness.manager, "sb_wrong", nil] {
      answers.append(await harness.send("GET", "/v1/rooms", key: .some(key), fields: ["X-Request-Id": "same"]))
    }
    for answer in answers {
      #expect(answer.status == 429)
      #expect(answer.bytes == answers[0].bytes)
      #expect(Self.steady(answer.fields) == Self.steady(answers[0].fields))
      #expect(answer.fields["RateLimit"] == "\"address\";r=0;t=1")
    }
    #expect(await harness.send("GET", "/v1/rooms", from: "192.0.2.2").status == 200)
  }

  private static func steady(_ fields: HTTPFields) -> HTTPFields {
    var fields = fields
    fields["Server-Timing"] = nil
    return fields
  }

  @Test("neighbours of IPv6 share what they have, and paths that are none count too")
  func neighbours() async throws {
    let (harness, _) = try await Self.harness(RateLimitOptions(perAddress: Self.few))
    for host in 1...3 {
      #expect(await harness.send("GET", "/nowhere", key: .some(nil), from: "2001:db8::\(host)").status == 404)
    }
    #expect(await harness.send("GET", "/v1/rooms", from: "2001:db8::9").status == 429)
    #expect(await harness.send("GET", "/v1/rooms", from: "2001:db8:0:1::9").status == 200)
  }

  @Test("behind a trusted proxy its clients are counted, not the proxy")
  func proxies() async throws {
    let trusted = [NetworkRange("10.0.0.0/8")].compactMap { $0 }
    let (harness, _) = try await Self.harness(RateLimitOptions(perAddress: Self.few, trustedProxies: trusted))
    func get(_ client: String, from peer: String) async -> Int {
      await harness.send("GET", "/v1/rooms", fields: ["X-Forwarded-For": client], from: peer).status
    }
    for _ in 0..<3 { #expect(await get("203.0.113.5", from: "10.0.0.1") == 200) }
    #expect(await get("203.0.113.5", from: "10.0.0.2") == 429)
    #expect(await get("203.0.113.6", from: "10.0.0.1") == 200)
    #expect(await get("198.51.100.1, 203.0.113.5", from: "10.0.0.1") == 429)
    for fake in 1...3 { #expect(await get("203.0.113.\(fake)", from: "198.51.100.7") == 200) }
    #expect(await get("203.0.113.99", from: "198.51.100.7") == 429)
  }

  @Test("who watches the process is always answered", arguments: ["/livez", "/readyz"])
  func health(_ path: String) async throws {
    let (harness, _) = try await Self.harness(RateLimitOptions(perAddress: Self.few))
    for _ in 0..<10 {
      let reply = await harness.send("GET", path, key: .some(nil))
      #expect(reply.status == 200)
      #expect(reply.fields["RateLimit"] == nil)
    }
    #expect(await harness.send("HEAD", path, key: .some(nil)).status == 200)
    #expect(await harness.send("GET", "/openapi.json", key: .some(nil)).fields["RateLimit"] == "\"address\";r=2;t=1")
  }

  @Test("deliveries have a limit of their own, by provider and address")
  func hooks() async throws {
    let (harness, _) = try await Self.harness(
      RateLimitOptions(perAddress: Self.few, hooks: RateLimit(60, burst: 5)))
    func post(_ name: String, from peer: String = "192.0.2.1") async -> Reply {
      await harness.send(
        "POST", "/v1/hooks/" + name, ["room": "room_0"], key: .some(nil), fields: ["X-Test": "yes"], from: peer)
    }
    for _ in 0..<5 { #expect(await post("test-main").status == 200) }
    let refused = await post("test%2Dmain")
    #expect(refused.status == 429)
    #expect(refused.fields["RateLimit-Policy"] == "\"hooks\";q=5;w=5")
    #expect(refused.fields["Retry-After"] == "1")
    #expect(await post("test-main", from: "192.0.2.9").status == 200)
    // The API is as it was; a provider that is none counts as any request does.
    for name in ["a", "b", "c"] { #expect(await post(name).status == 404) }
    #expect(await post("d").fields["RateLimit-Policy"] == "\"address\";q=3;w=3")
  }

  @Test("a person's requests are counted apart from the key that let them in, before anything is looked up")
  func clientTokens() async throws {
    let (harness, _) = try await Self.harness(RateLimitOptions(perClientToken: Self.few))
    let room = await harness.room()
    let ana = await harness.clientToken(room, person: "ana")
    let again = await harness.clientToken(room, person: "ana", role: "listener")
    let bo = await harness.clientToken(room, person: "bo")
    for token in [ana, again, ana] { #expect(await harness.send("GET", "/v1/rooms/\(room)", key: token).status == 200) }
    let reads = harness.store.readCount
    let refused = await harness.send("GET", "/v1/rooms/\(room)", key: again)
    #expect(refused.status == 429)
    #expect(refused.fields["RateLimit-Policy"] == "\"client_token\";q=3;w=3")
    #expect(harness.store.readCount == reads)
    #expect(await harness.send("GET", "/v1/rooms/\(room)", key: bo).status == 200)
    #expect(await harness.send("GET", "/v1/rooms/\(room)").status == 200)
  }

  @Test("streams are counted while they are open, by caller and by address")
  func streams() async throws {
    let (harness, _) = try await Self.harness(
      RateLimitOptions(streamsPerKey: 2, streamsPerClientToken: 1, streamsPerAddress: 3))
    let room = await harness.room()
    let ana = await harness.clientToken(room, person: "ana")
    func follow(_ key: String, from peer: String = "192.0.2.1") async -> Reply {
      await harness.send(
        "GET", "/v1/rooms/\(room)/events", key: key, fields: ["Accept": "text/event-stream"], from: peer)
    }
    var first: Reply? = await follow(harness.manager)
    let second = await follow(harness.manager)
    #expect(first?.status == 200 && second.status == 200)
    let refused = await follow(harness.manager)
    #expect(refused.status == 429)
    #expect(refused.code == "rate_limited")
    #expect(refused.fields["RateLimit-Policy"] == "\"key_streams\";q=2;qu=\"concurrent-requests\"")
    #expect(refused.fields["RateLimit"] == "\"key_streams\";r=0")
    #expect(refused.fields["Retry-After"] == "5")
    let third = await follow(ana)
    #expect(third.status == 200)
    #expect(await follow(ana).fields["RateLimit"] == "\"client_token_streams\";r=0")
    #expect(await follow(harness.reader).fields["RateLimit"] == "\"address_streams\";r=0")
    #expect(await follow(harness.reader, from: "192.0.2.2").status == 200)
    // One that is let go counts no more, and neither does one that has come to its end.
    first = nil
    let fourth = await follow(harness.manager)
    #expect(fourth.status == 200)
    harness.gateway.endStreams()
    let source = try #require(fourth.stream)
    while await source.next() != nil {}
    let fifth = await follow(harness.manager)
    #expect(fifth.status == 200)
    #expect(await follow(harness.manager).status == 429)
    _ = (second, third, fifth)
  }

  @Test("a vendor's limit is told apart from ours, with the vendor's own pause")
  func vendorLimit() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    for (pause, told) in [(Duration.seconds(60), "60"), (.milliseconds(1_200), "2"), (.zero, "1")] {
      let failure = ProviderFailure(
        .rateLimited(retryAfter: pause), executed: .no, operation: "Mute", vendorStatus: 429)
      harness.provider.fail(with: failure, failure, failure)
      let reply = await harness.send("POST", "/v1/rooms/\(room)/people/ana/mute", ["tracks": ["audio"]])
      #expect(reply.status == 503)
      #expect(reply.code == "provider_rate_limited")
      #expect(reply.json["provider_error"]?["status"] == 429)
      #expect(reply.fields["Retry-After"] == told)
    }
  }
}
