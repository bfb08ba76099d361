import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Webhooks")
struct WebhookTests {
  private func publicKey(_ vendor: TestVendor) async -> String {
    await vendor.send("GET", "/v2/public/rsa-public-key", token: "")["publicKey"]?.stringValue ?? ""
  }

  @Test("a room's life is told in order, in the webhooks' own names")
  func life() async {
    let vendor = TestVendor()
    let room = await vendor.room(["webhook": ["endPoint": "https://room.test/", "events": ["*"]]])
    let session = await vendor.join("a", room, ["name": "Ann"])
    await vendor.advance(seconds: 2)
    await vendor.leave("a", room)
    await vendor.advance(seconds: 5)
    #expect(await vendor.receiver.wait(4))
    let (meeting, id) = (JSON.string(room), JSON.string(session))
    let who: JSON = ["meetingId": meeting, "sessionId": id, "participantId": "a", "participantName": "Ann"]
    let start: JSON = "2026-01-01T00:00:00.000+00:00"
    #expect(
      vendor.receiver.documents == [
        ["webhookType": "session-started", "data": ["meetingId": meeting, "sessionId": id, "start": start]],
        ["webhookType": "participant-joined", "data": who], ["webhookType": "participant-left", "data": who],
        [
          "webhookType": "session-ended",
          "data": ["meetingId": meeting, "sessionId": id, "start": start, "end": "2026-01-01T00:00:07.000+00:00"],
        ],
      ])
    #expect(Set(vendor.receiver.requests.map(\.url)) == ["https://room.test/"])
    await vendor.engine.stop()
  }

  @Test("a delivery has a signature over its bytes by the published key, and no id, time or count")
  func signature() async throws {
    let vendor = TestVendor()
    await vendor.listen()
    await vendor.join("a", await vendor.room())
    #expect(await vendor.receiver.wait(2))
    let key = await publicKey(vendor)
    #expect(key.hasPrefix("-----BEGIN RSA PUBLIC KEY-----\n"))
    for request in vendor.receiver.requests {
      #expect(request.isSigned(by: key))
      #expect(Set(request.fields.entries.map { $0.name.lowercased() }) == ["content-type", "videosdk-signature"])
      var changed = request
      changed.body?.append(32)
      #expect(!changed.isSigned(by: key))
    }
    await vendor.engine.stop()
  }

  @Test("a delivery that was not taken is repeated with the same bytes and signature")
  func retries() async {
    let vendor = TestVendor()
    await vendor.listen(["session-started"])
    vendor.receiver.answer(500, nil)
    await vendor.join("a", await vendor.room())
    #expect(await vendor.receiver.wait(1))
    for count in 2...3 {
      let isThere = await eventually {
        await vendor.advance(seconds: 2)
        return vendor.receiver.requests.count >= count
      }
      #expect(isThere)
    }
    let requests = vendor.receiver.requests
    #expect(Set(requests.map(\.body)).count == 1)
    #expect(Set(requests.map { $0.fields["videosdk-signature"] }).count == 1)
    await vendor.engine.stop()
  }

  @Test("a rejoin in one session has the very bytes of the first join")
  func rejoin() async {
    let vendor = TestVendor()
    await vendor.listen(["participant-joined"])
    let room = await vendor.room()
    for _ in 0..<2 {
      await vendor.join("a", room)
      await vendor.leave("a", room)
    }
    #expect(await vendor.receiver.wait(2))
    #expect(Set(vendor.receiver.requests.map(\.body)).count == 1)
    await vendor.engine.stop()
  }

  @Test(
    "a room's webhook hears of what its patterns say",
    arguments: [
      (["*"], 4), ([], 4), (["session*"], 2), (["session-started", "participant-left"], 2), (["recording-*"], 0),
      (["participant"], 0), (["participant-*", "participant-joined"], 2),
    ])
  func patterns(_ patterns: [String], _ count: Int) async {
    let vendor = TestVendor()
    let room = await vendor.room(["webhook": ["endPoint": "https://room.test/", "events": .strings(patterns)]])
    await vendor.listen(["session-ended"])
    await vendor.join("a", room)
    await vendor.leave("a", room)
    await vendor.advance(seconds: 5)
    #expect(await vendor.receiver.wait(count + 1))
    #expect(vendor.receiver.requests.filter { $0.url == "https://room.test/" }.count == count)
    await vendor.engine.stop()
  }

  @Test("the webhook of an operation hears of it beside the room's, or instead", arguments: [false, true])
  func operation(_ replaces: Bool) async {
    let vendor = TestVendor { $0.operationWebhookReplaces = replaces }
    let room = await vendor.room(["webhook": ["endPoint": "https://room.test/", "events": ["recording-*"]]])
    await vendor.join("a", room)
    await vendor.send(
      "POST", "/v2/recordings/start", ["roomId": .string(room), "webhookUrl": "https://recording.test/"])
    await vendor.advance(seconds: 2)
    #expect(await vendor.receiver.wait(replaces ? 2 : 4))
    let urls = vendor.receiver.requests.map(\.url)
    #expect(urls.filter { $0 == "https://recording.test/" }.count == 2)
    #expect(urls.filter { $0 == "https://room.test/" }.count == (replaces ? 0 : 2))
    await vendor.engine.stop()
  }

  @Test("one address is told once, however often it was named")
  func once() async {
    let vendor = TestVendor()
    await vendor.listen()
    await vendor.control("POST", "webhooks", ["url": "http://receiver.test/hook", "events": ["session-started"]])
    let room = await vendor.room(["webhook": ["endPoint": "https://room.test/", "events": ["session*"]]])
    await vendor.control("POST", "webhooks", ["url": "https://room.test/"])
    #expect(await vendor.control("GET", "webhooks")["items"]?.arrayValue?.count == 2)
    await vendor.join("a", room)
    #expect(await vendor.receiver.wait(3))
    let urls = vendor.receiver.requests.map(\.url).sorted()
    #expect(urls == ["http://receiver.test/hook", "https://room.test/", "https://room.test/"])
    #expect(await vendor.control("DELETE", "webhooks").status == 204)
    #expect(await vendor.control("GET", "webhooks")["items"] == [])
    await vendor.engine.stop()
  }

  @Test("a rotated key signs from then on, and a reset brings the first one back")
  func rotation() async throws {
    let vendor = TestVendor()
    await vendor.listen(["participant-joined"])
    let room = await vendor.room()
    let first = await publicKey(vendor)
    #expect(await publicKey(vendor) == first)
    await vendor.join("a", room)
    #expect(await vendor.receiver.wait(1))
    let rotated = await vendor.control("POST", "keys/rotate")
    #expect(rotated.status == 200)
    let second = await publicKey(vendor)
    #expect(second != first)
    #expect(rotated["publicKey"]?.stringValue == second)
    await vendor.join("b", room)
    #expect(await vendor.receiver.wait(2))
    let requests = vendor.receiver.requests
    #expect(requests[0].isSigned(by: first) && !requests[0].isSigned(by: second))
    #expect(requests[1].isSigned(by: second) && !requests[1].isSigned(by: first))
    #expect(await vendor.control("GET", "keys/rotate").status == 405)
    await vendor.control("POST", "reset")
    #expect(await publicKey(vendor) == first)
    await vendor.engine.stop()
  }

  @Test("the key may be out of reach for a while")
  func outage() async {
    let vendor = TestVendor()
    await vendor.control(
      "POST", "faults",
      ["match": ["operation": "GetPublicKey"], "times": 2, "fault": ["kind": "http_status", "status": 503]])
    for status in [503, 503, 200] {
      #expect(await vendor.send("GET", "/v2/public/rsa-public-key", token: "").status == status)
    }
    await vendor.engine.stop()
  }

  @Test("an event of tomorrow and half a document are signed as they are, a bad signature is not")
  func mutations() async throws {
    let vendor = TestVendor()
    await vendor.listen(["participant-joined"])
    let room = await vendor.room()
    let key = await publicKey(vendor)
    for name in ["unknown_type", "truncate", "bad_signature", "duplicate", "drop"] {
      await vendor.control("POST", "webhooks/next", ["mutation": .string(name)])
      await vendor.join(name, room)
    }
    await vendor.join("last", room)
    #expect(await vendor.receiver.wait(6))
    let requests = vendor.receiver.requests
    func document(_ index: Int) -> JSON? { try? JSON.parse(requests[index].body ?? [], mode: .strict) }
    #expect(document(0)?["webhookType"] == "event-of-tomorrow")
    #expect(document(0)?["data"]?["participantId"] == "unknown_type")
    #expect(document(1) == nil)
    #expect(requests.map { $0.isSigned(by: key) } == [true, true, false, true, true, true])
    #expect(requests[3].body == requests[4].body)
    #expect(document(5)?["data"]?["participantId"] == "last")
    await vendor.engine.stop()
  }

  @Test("a stale event claims to be an hour old, where it has times at all")
  func stale() async {
    let vendor = TestVendor()
    await vendor.listen(["session-started", "participant-joined"])
    await vendor.control("POST", "webhooks/next", ["mutation": "stale", "times": 2])
    await vendor.join("a", await vendor.room())
    #expect(await vendor.receiver.wait(2))
    #expect(vendor.receiver.data("session-started")?["start"] == "2025-12-31T23:00:00.000+00:00")
    #expect(vendor.receiver.data("participant-joined")?["participantId"] == "a")
    await vendor.engine.stop()
  }

  @Test("the end of a session may say why", arguments: [false, true])
  func reason(_ isNamed: Bool) async {
    let vendor = TestVendor { $0.namesEndReason = isNamed }
    await vendor.listen(["session-ended"])
    let room = await vendor.room()
    await vendor.join("a", room)
    await vendor.send("POST", "/v2/sessions/end", ["roomId": .string(room)])
    await vendor.advance(seconds: 1)
    #expect(await vendor.receiver.wait(1))
    #expect(vendor.receiver.data("session-ended")?["reason"]?.stringValue == (isNamed ? "MEETING_END_API" : nil))
    await vendor.engine.stop()
  }

  @Test("an account's webhooks hear of that account only")
  func tenants() async {
    let other = VideoSDKMockConfiguration.Account(apiKey: "other", secret: Secret("other-secret-0123456789abcdef"))
    let vendor = TestVendor(others: [other])
    await vendor.control("POST", "webhooks", ["url": "https://other.test/", "tenant": "other"])
    await vendor.listen(["session-started"])
    await vendor.join("a", await vendor.room())
    let token = vendor.token(key: "other", secret: other.secret)
    let theirs = await vendor.send("POST", "/v2/rooms", token: token)["roomId"]?.stringValue ?? ""
    let path = "rooms/\(theirs)/participants"
    #expect(await vendor.control("POST", path, ["participant_id": "x"], query: "tenant=other").status == 201)
    #expect(await vendor.receiver.wait(3))
    let theirHooks = vendor.receiver.requests.filter { $0.url == "https://other.test/" }
    #expect(theirHooks.count == 2)
    #expect(theirHooks.allSatisfy { String(decoding: $0.body ?? [], as: UTF8.self).contains(theirs) })
    #expect(await vendor.control("POST", "webhooks", ["url": "https://a.test/", "tenant": "none"]).status == 404)
    await vendor.engine.stop()
  }
}
