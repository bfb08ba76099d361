import Clocks
import Compression
import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting

@testable import StreamMock

@Suite("Webhooks")
struct WebhookTests {
  /// HMAC written out over the plain hash, so that the check shares nothing with the signing.
  private func signature(_ body: [UInt8], _ secret: String) -> String {
    let key = Array(secret.utf8) + Array(repeating: 0, count: 64 - secret.utf8.count)
    let inner = SHA256.digest(key.map { $0 ^ 0x36 } + body)
    return Hex.encode(SHA256.digest(key.map { $0 ^ 0x5C } + inner))
  }

  private static let secret = "mock-stream-secret-0123456789abcdef"

  private func started(_ types: [String] = ["call.created"], _ change: (inout StreamMockOptions) -> Void = { _ in })
    async -> TestVendor
  {
    let vendor = TestVendor(change)
    await vendor.listen(types)
    return vendor
  }

  @Test("a delivery is signed over its very bytes and says whose it is")
  func signed() async throws {
    let vendor = await started()
    await vendor.room()
    #expect(await vendor.receiver.wait(1))
    let request = try #require(vendor.receiver.requests.first)
    let body = try #require(request.body)
    #expect(request.method == "POST")
    #expect(request.url == "http://receiver.test/hook")
    #expect(request.fields["X-Signature"] == signature(body, Self.secret))
    #expect(request.fields["X-Api-Key"] == "mockstreamkey")
    #expect(request.fields["X-Webhook-Attempt"] == "1")
    #expect(request.fields["X-Webhook-Id"]?.count == 36)
    #expect(request.fields["Content-Encoding"] == nil)
    let event = try JSON.parse(body, mode: .strict)
    #expect(event["type"] == "call.created")
    #expect(event["created_at"] == "2026-01-01T00:00:00.000000000Z")
    #expect(event["call"]?["created_at"] == "2026-01-01T00:00:00.000000000Z")
    #expect(event["call_cid"] == "audio_room:r")
    await vendor.engine.stop()
  }

  @Test("what is not taken comes again with the same id and the next number, five times at most")
  func retries() async {
    let vendor = await started()
    vendor.receiver.answer(500, nil, 302, 404, 503, 503)
    await vendor.room()
    for (count, pause) in [(1, 1), (2, 2), (3, 4), (4, 8)] {
      #expect(await vendor.receiver.wait(count))
      #expect(await eventually { vendor.time.sleeperCount > 0 })
      await vendor.time.advance(by: .seconds(pause))
    }
    #expect(await vendor.receiver.wait(5))
    #expect(await eventually { await deliveries(vendor).first?["state"] == "failed" })
    await vendor.time.advance(by: .seconds(60))
    let requests = vendor.receiver.requests
    #expect(requests.map { $0.fields["X-Webhook-Attempt"] } == ["1", "2", "3", "4", "5"])
    #expect(Set(requests.map { $0.fields["X-Webhook-Id"] }).count == 1)
    let attempts = await deliveries(vendor).first?["attempts"]?.arrayValue ?? []
    #expect(attempts.map { $0["status"] } == [500, .null, 302, 404, 503])
    #expect(attempts[1]["error"] == "connectionLost")
    await vendor.engine.stop()
  }

  @Test("a delivery can be repeated by hand")
  func redelivery() async {
    let vendor = await started()
    await vendor.room()
    #expect(await eventually { await deliveries(vendor).first?["state"] == "delivered" })
    let id = await deliveries(vendor).first?["id"]?.stringValue ?? ""
    #expect(await vendor.control("POST", "webhooks/deliveries/\(id)/redeliver").status == 202)
    #expect(await vendor.receiver.wait(2))
    #expect(vendor.receiver.requests.map { $0.fields["X-Webhook-Id"] } == [id, id])
    #expect(vendor.receiver.requests[1].fields["X-Webhook-Attempt"] == "2")
    #expect(await vendor.control("POST", "webhooks/deliveries/none/redeliver").status == 404)
    await vendor.engine.stop()
  }

  private func deliveries(_ vendor: TestVendor) async -> [JSON] {
    await vendor.control("GET", "webhooks/deliveries")["items"]?.arrayValue ?? []
  }

  private func mutate(_ vendor: TestVendor, _ mutation: String, _ extra: JSONObject = [:]) async {
    var body = extra
    body["mutation"] = .string(mutation)
    #expect(await vendor.control("POST", "webhooks/next", .object(body)).status == 204)
  }

  @Test("a duplicate has the same id and body")
  func duplicate() async {
    let vendor = await started()
    await mutate(vendor, "duplicate")
    await vendor.room()
    #expect(await vendor.receiver.wait(2))
    let requests = vendor.receiver.requests
    #expect(requests[0].fields["X-Webhook-Id"] == requests[1].fields["X-Webhook-Id"])
    #expect(requests[0].body == requests[1].body)
    await vendor.engine.stop()
  }

  @Test("a reordered delivery comes after its successor, or alone after a second")
  func reorder() async {
    let vendor = await started(["call.created", "call.live_started"])
    await mutate(vendor, "reorder")
    await vendor.room(live: true)
    #expect(await vendor.receiver.wait(2))
    #expect(vendor.receiver.types == ["call.live_started", "call.created"])
    await mutate(vendor, "reorder")
    await vendor.room("audio_room:alone")
    #expect(await eventually { vendor.time.sleeperCount >= 2 })
    await vendor.time.advance(by: .seconds(1))
    #expect(await vendor.receiver.wait(3))
    await vendor.engine.stop()
  }

  @Test("a dropped delivery never comes; a delayed one comes later")
  func dropAndDelay() async {
    let vendor = await started()
    await mutate(vendor, "drop")
    await mutate(vendor, "delay", ["delay_ms": 5000])
    await vendor.room("audio_room:dropped")
    await vendor.room("audio_room:delayed")
    await vendor.room("audio_room:prompt")
    #expect(await vendor.receiver.wait(1))
    await vendor.time.advance(by: .seconds(5))
    #expect(await vendor.receiver.wait(2))
    #expect(vendor.receiver.documents.map { $0["call_cid"] } == ["audio_room:prompt", "audio_room:delayed"])
    #expect(await deliveries(vendor).first?["state"] == "dropped")
    await vendor.engine.stop()
  }

  @Test("a bad signature does not match; stale, unknown and cut ones do")
  func signatures() async throws {
    let vendor = await started()
    for mutation in ["bad_signature", "stale", "unknown_type", "truncate"] { await mutate(vendor, mutation) }
    for index in 0..<4 { await vendor.room("audio_room:r\(index)") }
    #expect(await vendor.receiver.wait(4))
    let requests = vendor.receiver.requests
    let valid = requests.map { $0.fields["X-Signature"] == signature($0.body ?? [], Self.secret) }
    #expect(valid == [false, true, true, true])
    #expect(vendor.receiver.documents[1]["created_at"] == "2025-12-31T23:00:00.000000000Z")
    #expect(vendor.receiver.types[2] == "call.event_of_tomorrow")
    #expect((try? JSON.parse(requests[3].body ?? [], mode: .strict)) == nil)
    await vendor.engine.stop()
  }

  @Test("gzip, for one delivery or for all, leaves the signature over the plain bytes", arguments: [true, false])
  func gzip(_ always: Bool) async throws {
    let vendor = await started { $0.compressesWebhooks = always }
    if !always { await mutate(vendor, "gzip", ["times": 1]) }
    await vendor.room()
    #expect(await vendor.receiver.wait(1))
    let request = try #require(vendor.receiver.requests.first)
    let body = try #require(request.body)
    #expect(request.fields["Content-Encoding"] == "gzip")
    let plain = try #require(await deliveries(vendor).first?["payload"]).bytes()
    #expect(request.fields["X-Signature"] == signature(plain, Self.secret))
    #expect(try Gzip.inflate(body, limit: 1 << 20) == plain)
    await vendor.engine.stop()
  }

  @Test("a mutation strikes as often as it was told")
  func times() async {
    let vendor = await started()
    await mutate(vendor, "bad_signature", ["times": 2])
    for index in 0..<3 { await vendor.room("audio_room:r\(index)") }
    #expect(await vendor.receiver.wait(3))
    let valid = vendor.receiver.requests.map { $0.fields["X-Signature"] == signature($0.body ?? [], Self.secret) }
    #expect(valid == [false, false, true])
    await vendor.engine.stop()
  }

  @Test("hooks of the application document are the ones in force")
  func appHooks() async {
    let vendor = TestVendor()
    let hooks: JSON = [
      "event_hooks": [
        ["hook_type": "webhook", "enabled": true, "webhook_url": "http://a.test/", "event_types": ["call.created"]],
        ["hook_type": "webhook", "enabled": false, "webhook_url": "http://b.test/", "event_types": []],
        ["hook_type": "sqs", "enabled": true, "sqs_queue_url": "http://c.test/"],
      ]
    ]
    #expect(await vendor.send("PATCH", "/api/v2/app", hooks).status == 200)
    await vendor.room(live: true)
    #expect(await vendor.receiver.wait(1))
    #expect(await eventually { await deliveries(vendor).count == 1 })
    #expect(vendor.receiver.requests.map(\.url) == ["http://a.test/"])
    await vendor.listen(["call.ended"])
    let app = await vendor.send("GET", "/api/v2/app")
    #expect(app["app", "use_hook_v2"] == true)
    #expect(app["app", "event_hooks"]?.arrayValue?.count == 4)
    #expect(app["app", "event_hooks", "3", "webhook_url"] == "http://receiver.test/hook")
    #expect(app["app", "event_hooks", "0", "id"]?.stringValue?.count == 36)
    await vendor.send("PATCH", "/api/v2/app", ["event_hooks": []])
    #expect(await vendor.control("GET", "webhooks")["items"] == [])
    await vendor.engine.stop()
  }
}
